import { invalidField } from '../../../../lib/invalid-field.ts'
import { integerOrNull, type Row, textOrNull, time } from '../../../../lib/row.ts'
import { currentUser } from '../account.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { personIn } from '../mappers/people.ts'
import { projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'
import { parseReference } from '../work-items/namespaces.ts'

/** An issue, merge request, snippet or epic, or a comment on it. */
export interface ReactionTarget {
  project?: string
  epic?: string
  issue_iid?: number
  merge_request_iid?: number
  snippet_id?: number
  comment_id?: number
}

async function reactionTarget(gitlab: GitLab, target: ReactionTarget, call: GitLabCall) {
  const { issue_iid, merge_request_iid, snippet_id, comment_id } = target
  const epic = target.epic === undefined ? undefined : parseReference(target.epic, 'epic')
  const found = [
    { at: 'issues', kind: 'issue', sign: '#', number: issue_iid },
    { at: 'merge_requests', kind: 'merge request', sign: '!', number: merge_request_iid },
    { at: 'snippets', kind: 'snippet', sign: '', number: snippet_id },
    { at: 'epics', kind: 'epic', sign: '&', number: epic?.iid }
  ].find(({ number }) => number !== undefined)
  if (!found) throw invalidField('issue_iid', 'is missing', 'issue_iid, merge_request_iid, snippet_id or epic')
  const owner = await projectOrGroup(gitlab, epic ?? target, call)
  const path = `${owner.path}/${found.at}/${found.number}`
  const name = `${found.sign}${found.number} of ${owner.subject.name}`
  return comment_id === undefined
    ? { path: `${path}/award_emoji`, subject: { kind: found.kind, name } }
    : { path: `${path}/notes/${comment_id}/award_emoji`, subject: { kind: 'comment', name: `${comment_id} on ${name}` } }
}

const reactionOf = (row: Row) => ({
  id: integerOrNull(row, 'id'),
  name: textOrNull(row, 'name'),
  user: personIn(row, 'user'),
  created_at: time(row, 'created_at')
})

export async function listReactions(gitlab: GitLab, input: ReactionTarget & Paging, call: GitLabCall) {
  return await list(gitlab, await reactionTarget(gitlab, input, call), pagingOf(input), reactionOf, call)
}

/** GitLab knows emoji by their names, without colons. */
const emojiName = (name: string): string => name.replaceAll(':', '')

export async function addReaction(gitlab: GitLab, { name, ...target }: ReactionTarget & { name: string }, call: GitLabCall) {
  const { path, subject } = await reactionTarget(gitlab, target, call)
  const json = { name: emojiName(name) }
  return reactionOf(await gitlab.row({ method: 'POST', path, json, subject: { ...subject, conflict: 'already_exists' } }, call))
}

/** GitLab removes reactions by ID: that of the token's user is looked up. Other users' reactions cannot be removed. */
export async function removeReaction(gitlab: GitLab, { name, ...target }: ReactionTarget & { name: string }, call: GitLabCall) {
  const request = await reactionTarget(gitlab, target, call)
  const me = await currentUser(gitlab, call)
  let cursor: string | undefined
  do {
    const page = await list(gitlab, request, { limit: 100, ...(cursor !== undefined && { cursor }) }, reactionOf, {
      ...call,
      respond: () => undefined
    })
    const own = page.items.find(one => one.name === emojiName(name) && one.user?.id === me.id)
    if (own) {
      await gitlab.send({ method: 'DELETE', path: `${request.path}/${own.id}`, subject: request.subject }, call)
      return { name: emojiName(name), removed: true }
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { name: emojiName(name), removed: false }
}
