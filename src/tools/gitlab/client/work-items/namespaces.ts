import type { Subject } from '../../../../lib/http/request.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { text } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { groupReference } from '../projects/project-reference.ts'
import type { Owner } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'

/** A project or group as GraphQL names it: by its full path. */
export interface Namespace {
  kind: 'project' | 'group'
  path: string
  subject: Subject
}

/** Resolves a project, which the caller may use, or a group. GraphQL knows no numeric IDs here: the path of an ID is read. */
export async function namespaceOf(gitlab: GitLab, { project: reference, group }: Owner, call: GitLabCall): Promise<Namespace> {
  if (group !== undefined) {
    gitlab.access.checkUnlimited(call)
    const { path, subject } = groupReference(group)
    const name = /^\d+$/.test(subject.name) ? text(await gitlab.row({ path, subject }, call), 'full_path') : subject.name
    return { kind: 'group', path: name, subject }
  }
  const project = await gitlab.project(reference, call)
  const { reference: name } = project
  const path = /^\d+$/.test(name)
    ? text(await gitlab.row({ path: project.path, subject: project.subject() }, call), 'path_with_namespace')
    : name
  return { kind: 'project', path, subject: project.subject() }
}

/** A work item in a namespace. */
export interface WorkItemRef extends Owner {
  iid: number
}

/** Reads a reference such as `group&12` or `group/name#12`: only epics are written with `&`, and only they belong to groups. */
export function parseReference(reference: string, property: string): WorkItemRef {
  const [, path = '', sign, iid = ''] = /^([^#&]+)([#&])(\d{1,9})$/.exec(reference) ?? []
  if (path === '')
    throw invalidField(property, `is not a reference: ${reference.slice(0, 100)}`, 'a reference such as group&12 or group/name#12')
  return { iid: Number(iid), ...(sign === '&' ? { group: path } : { project: path }) }
}
