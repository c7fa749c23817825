import { OperationError } from '../../../contract/errors.ts'
import type { GitLab } from './connection.ts'
import type { Subject } from './failures.ts'
import { segment, type Turn } from './request.ts'

/** A project as its operations need it. */
export interface Place {
  /** Path or id, as people write it. */
  project: string
  /** `projects/group%2Fname` */
  path: string
  /** Names a thing of it in failures. */
  about: (kind: string, name: string | number, conflict?: Subject['conflict']) => Subject
}

/** What was given may be encoded already, as `group%2Fname`. */
const plainly = (path: string): string => path.replace(/%2f/gi, '/').replace(/^\/+|\/+$/g, '')

/** A group, for a request. */
export function groupAt(given: string): { path: string; about: Subject } {
  const name = plainly(given)
  return { path: `groups/${segment(name, 'group')}`, about: { kind: 'group', name } }
}

/** The project that is named, or the default one of the instance; one that the caller may use. */
export async function placeOf(gitlab: GitLab, given: string | undefined, turn: Turn): Promise<Place> {
  const named = given ?? gitlab.site.defaultProject
  if (named === undefined) throw missingProject()
  const project = plainly(named)
  await gitlab.allowance.check(project, turn)
  return {
    project,
    path: `projects/${segment(project, 'project')}`,
    about: (kind, name, conflict) => ({
      kind,
      name: name === '' ? project : `${name} of ${project}`,
      ...(conflict && { conflict })
    })
  }
}

const missingProject = (): OperationError =>
  new OperationError('missing_required_field', 'project is required: this instance has no default project.', {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path: 'project', message: 'is required', expected: 'the path of a project, as group/name, or its id' }],
    suggestions: ['Set GITLAB_DEFAULT_PROJECT, or default_project of the instance, to leave it out.']
  })
