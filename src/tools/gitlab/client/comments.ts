import { flag, isRow, type Row, texts } from '../../../lib/row.ts'
import { withoutCommands } from './commands.ts'
import type { GitLab } from './connection.ts'
import { unreadable } from './failures.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import type { Turn } from './request.ts'
import { commentOf } from './shapes/issues.ts'

/** What can be commented on. */
export interface Topic {
  project?: string
  kind: 'issue' | 'merge request'
  iid: number
}

const SIGN = { issue: '#', 'merge request': '!' } as const

async function topicPath(gitlab: GitLab, { project, kind, iid }: Topic, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const at = kind === 'issue' ? 'issues' : 'merge_requests'
  return { path: `${place.path}/${at}/${iid}`, about: place.about(kind, `${SIGN[kind]}${iid}`) }
}

interface CommentsQuestion extends Paging {
  order_by: string
  sort: string
  system: boolean
}

/** Not every GitLab heeds the filter, and then it counts its own notes among the comments: left out here, a page may hold fewer than were asked for. */
export async function listComments(gitlab: GitLab, topic: Topic, { order_by, sort, system, ...paging }: CommentsQuestion, turn: Turn) {
  const { path, about } = await topicPath(gitlab, topic, turn)
  const query = { order_by, sort, ...(!system && { activity_filter: 'only_comments' }) }
  const request = { path: `${path}/notes`, query, about, ...(!system && { tells: isByPeople }) }
  return { ...(await list(gitlab, request, paging, commentOf, turn)), untrusted: true }
}

const isByPeople = (note: Row): boolean => !flag(note, 'system')

/** A text in which GitLab finds nothing but commands, of a kind that is not known here, makes no comment: it answers what became of them. */
export async function addComment(gitlab: GitLab, topic: Topic, json: { body: string; internal?: boolean }, turn: Turn) {
  withoutCommands(json.body, 'body')
  const { path, about } = await topicPath(gitlab, topic, turn)
  const { body, status } = await gitlab.send({ method: 'POST', path: `${path}/notes`, json, about }, turn)
  if (!isRow(body)) throw unreadable(about, false)
  return { ...commentOf(body), commands: status === 202 ? saidOf(body) : null }
}

const saidOf = (row: Row): string => texts(row, 'summary').join('; ') || 'The commands were run.'
