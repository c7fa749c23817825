import { misgiven } from '../../../lib/misgiven.ts'
import { below, type Row, text } from '../../../lib/row.ts'
import { withoutCommands } from './commands.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { type MergeRequestName, mergeRequestPlace } from './merge-requests.ts'
import { list, type Paging } from './paging.ts'
import { segment, type Turn } from './request.ts'
import { discussionOf, noteOf } from './shapes/merge-requests.ts'

export async function listDiscussions(gitlab: GitLab, question: MergeRequestName & Paging, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, question, turn)
  return { ...(await list(gitlab, { path: `${path}/discussions`, about }, pagingOf(question), discussionOf, turn)), untrusted: true }
}

/** A line of a changed file: of its new text, or, where it was taken away, of the old one. */
export interface Spot {
  path?: string
  old_path?: string
  new_line?: number
  old_line?: number
}

/** GitLab wants the three commits that a change lies between; they are read, so that nobody has to find them. */
async function positionOf(gitlab: GitLab, request: { path: string; about: { kind: string; name: string } }, spot: Spot, turn: Turn) {
  const { path, old_path = path, new_line, old_line } = spot
  const refs = below(await gitlab.row(request, turn), 'diff_refs')
  if (text(refs, 'head_sha') === '')
    throw misgiven('path', 'cannot be commented on: the merge request has no changes', 'a comment without path')
  const shas = { base_sha: text(refs, 'base_sha'), start_sha: text(refs, 'start_sha'), head_sha: text(refs, 'head_sha') }
  return { position_type: 'text', ...shas, new_path: path, old_path, new_line, old_line }
}

export async function createDiscussion(gitlab: GitLab, { body, ...spot }: MergeRequestName & Spot & { body: string }, turn: Turn) {
  withoutCommands(body, 'body')
  const { path, about } = await mergeRequestPlace(gitlab, spot, turn)
  const json: Row = { body, ...(spot.path !== undefined && { position: await positionOf(gitlab, { path, about }, spot, turn) }) }
  return discussionOf(await gitlab.row({ method: 'POST', path: `${path}/discussions`, json, about }, turn))
}

interface DiscussionName extends MergeRequestName {
  discussion_id: string
}

async function discussionPlace(gitlab: GitLab, name: DiscussionName, turn: Turn) {
  const { place, path } = await mergeRequestPlace(gitlab, name, turn)
  const about = place.about('discussion', `${name.discussion_id} on !${name.merge_request_iid}`)
  return { path: `${path}/discussions/${segment(name.discussion_id, 'discussion_id')}`, about }
}

export async function replyToDiscussion(gitlab: GitLab, { body, ...name }: DiscussionName & { body: string }, turn: Turn) {
  withoutCommands(body, 'body')
  const { path, about } = await discussionPlace(gitlab, name, turn)
  return noteOf(await gitlab.row({ method: 'POST', path: `${path}/notes`, json: { body }, about }, turn))
}

export async function resolveDiscussion(gitlab: GitLab, { resolved, ...name }: DiscussionName & { resolved: boolean }, turn: Turn) {
  const { path, about } = await discussionPlace(gitlab, name, turn)
  return discussionOf(await gitlab.row({ method: 'PUT', path, json: { resolved }, about }, turn))
}
