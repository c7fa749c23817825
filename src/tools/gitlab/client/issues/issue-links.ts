import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { linkOf, newLinkOf, projectIn } from '../mappers/issues.ts'
import type { GitLabCall } from '../request.ts'
import { type IssueRef, issuePath } from './issues.ts'

export async function listLinks(gitlab: GitLab, { project: reference, issue_iid, ...paging }: IssueRef & Paging, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const subject = project.subject('issue', `#${issue_iid}`)
  const request = { path: `${issuePath(project, issue_iid)}/links`, subject, unpaginated: true, projectOf: projectIn }
  return await list(gitlab, request, pagingOf(paging), linkOf, call)
}

export interface NewLink extends IssueRef {
  target_project?: string
  target_issue_iid: number
  link_type: string
}

export async function addLink(
  gitlab: GitLab,
  { project: reference, issue_iid, target_project, target_issue_iid, link_type }: NewLink,
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const target = await gitlab.project(target_project ?? project.reference, call)
  const json = { target_project_id: target.reference, target_issue_iid: String(target_issue_iid), link_type }
  // A 404 does not state which of the two issues is missing.
  const name = `#${issue_iid} of ${project.reference}, or issue #${target_issue_iid} of ${target.reference},`
  const subject = { kind: 'issue', name, conflict: 'already_exists' } as const
  const row = await gitlab.row({ method: 'POST', path: `${issuePath(project, issue_iid)}/links`, json, subject }, call)
  return newLinkOf(row, link_type)
}

export async function deleteLink(
  gitlab: GitLab,
  { project: reference, issue_iid, link_id }: IssueRef & { link_id: number },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const subject = project.subject('link', `${link_id} of #${issue_iid}`)
  await gitlab.send({ method: 'DELETE', path: `${issuePath(project, issue_iid)}/links/${link_id}`, subject }, call)
  return { link_id, deleted: true }
}
