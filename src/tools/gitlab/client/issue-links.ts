import type { GitLab } from './connection.ts'
import { type IssueName, issuePath, pagingOf } from './issues.ts'
import type { Paging } from './paging.ts'
import { placeOf } from './place.ts'
import type { Turn } from './request.ts'
import { linkOf, newLinkOf, projectIn } from './shapes/issues.ts'
import { listShown } from './shown.ts'

export async function listLinks(gitlab: GitLab, { project, issue_iid, ...paging }: IssueName & Paging, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const about = place.about('issue', `#${issue_iid}`)
  const request = { path: `${issuePath(place, issue_iid)}/links`, about, whole: true, projectOf: projectIn }
  return await listShown(gitlab, request, pagingOf(paging), linkOf, turn)
}

export interface NewLink extends IssueName {
  target_project?: string
  target_issue_iid: number
  link_type: string
}

export async function addLink(gitlab: GitLab, { project, issue_iid, target_project, target_issue_iid, link_type }: NewLink, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const target = await placeOf(gitlab, target_project ?? place.project, turn)
  const json = { target_project_id: target.project, target_issue_iid: String(target_issue_iid), link_type }
  // GitLab does not say which of the two it does not find.
  const name = `#${issue_iid} of ${place.project}, or issue #${target_issue_iid} of ${target.project},`
  const about = { kind: 'issue', name, conflict: 'already_exists' } as const
  const row = await gitlab.row({ method: 'POST', path: `${issuePath(place, issue_iid)}/links`, json, about }, turn)
  return newLinkOf(row, link_type)
}
