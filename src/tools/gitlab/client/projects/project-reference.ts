import { OperationError, type Reason } from '../../../../contract/errors.ts'
import type { Subject } from '../../../../lib/http/request.ts'
import { pathSegment } from '../../../../lib/http/segment.ts'
import type { GitLabCall } from '../request.ts'
import type { ProjectAccess } from './project-access.ts'

/** A project that the caller named and may use. */
export interface ProjectReference {
  /** Path or ID, not URL-encoded. */
  reference: string
  /** API path, such as `projects/group%2Fname`. */
  path: string
  /** Subject of a request, for error messages: the project itself, or a resource of it. `conflict`: reason of a 409 response. */
  subject: (kind?: string, name?: string | number, conflict?: Reason) => Subject
}

/** Returns the reference to a project; `named` is its path or ID. Throws if it is missing, or if the caller may not use the project. */
export async function resolveProject(named: string | undefined, access: ProjectAccess, call: GitLabCall): Promise<ProjectReference> {
  if (named === undefined) throw missingProject()
  const reference = decoded(named)
  await access.check(reference, call)
  return {
    reference,
    path: `projects/${pathSegment(reference, 'project')}`,
    subject: (kind = 'project', name = '', conflict) => ({
      kind,
      name: name === '' ? reference : `${name} of ${reference}`,
      ...(conflict && { conflict })
    })
  }
}

/** Returns the API path of a group, and the subject of requests for it. */
export function groupReference(group: string): { path: string; subject: Subject } {
  const name = decoded(group)
  return { path: `groups/${pathSegment(name, 'group')}`, subject: { kind: 'group', name } }
}

/** Callers may have encoded the path already, as `group%2Fname`. */
const decoded = (path: string): string =>
  path
    .replace(/%2f/gi, '/')
    .replace(/^\/+/, '')
    .replace(/(?<!\/)\/+$/, '')

const missingProject = (): OperationError =>
  new OperationError('missing_required_field', 'project is required: this instance has no default project.', {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'project', message: 'is required', expected: 'the path of a project, such as group/name, or its ID' }],
    suggestions: ['To omit it, set GITLAB_DEFAULT_PROJECT, or default_project of the instance.']
  })
