import { integerOrNull, isRow, type Row, rows, text, texts } from '../../../../lib/row.ts'
import type { Place } from '../place.ts'
import { currentUser } from '../probe.ts'
import { segment } from '../request.ts'
import { personIn } from '../shapes/people.ts'
import { diffOf, fileOf } from '../shapes/repository.ts'
import { type BulkTurn, ifGone } from './each.ts'
import { MOST_ROWS } from './select.ts'

/** One literal change of one file, as a commit on a branch and a merge request. */
export type Edit = {
  file_path: string
  find: string
  replace: string
  branch: string
  commit_message: string
  title: string
  description: string
  /** When the job was made: what is older is not its doing. */
  made_at: string
}

/** Where a job is at work. */
export interface At {
  place: Place
  call: BulkTurn
}

type Query = Record<string, string | number | boolean>

export const read = ({ place, call }: At, path: string, [kind, name]: [kind: string, name: string], query: Query = {}): Promise<Row> =>
  call.client.row({ path: path === '' ? place.path : `${place.path}/${path}`, query, about: place.about(kind, name) }, call)

export async function readRows(
  { place, call }: At,
  path: string,
  [kind, name]: [kind: string, name: string],
  query: Query
): Promise<Row[]> {
  const { body } = await call.client.send({ path: `${place.path}/${path}`, query, about: place.about(kind, name) }, call)
  return Array.isArray(body) ? body.filter(isRow) : []
}

export const fileIn = (at: At, path: string, ref: string) =>
  read(at, `repository/files/${segment(path, 'file_path')}`, ['file', path], { ref }).then(fileOf, ifGone(undefined))

/** What the change makes of a file; undefined where that is no text, or lacks what is looked for. */
export function edited(file: Awaited<ReturnType<typeof fileIn>>, { find, replace }: Edit): string | undefined {
  if (file?.encoding !== 'utf-8' || file.lfs || !file.content.includes(find)) return undefined
  return file.content.replaceAll(find, () => replace)
}

/** Whether a commit is the change and nothing else: in its words, right on the target, of this one file, which it makes what the change makes of it. */
export async function isTheEdit(at: At, sha: string, edit: Edit, target: string): Promise<boolean> {
  const row = await read(at, `repository/commits/${segment(sha, 'sha')}`, ['commit', sha])
  const [parent, ...others] = texts(row, 'parent_ids')
  if (parent === undefined || others.length > 0 || !isSaidSo(row, edit)) return false
  const diffs = await readRows(at, `repository/commits/${segment(sha, 'sha')}/diff`, ['commit', sha], { per_page: 2 })
  const [diff, ...more] = diffs.map(diffOf)
  if (diff?.path !== edit.file_path || diff.change !== 'modified' || more.length > 0) return false
  const ahead = await read(at, 'repository/compare', ['commit', parent], { from: target, to: parent, straight: false })
  if (rows(ahead, 'commits').length > 0) return false
  const now = await fileIn(at, edit.file_path, sha)
  return now !== undefined && now.content === edited(await fileIn(at, edit.file_path, parent), edit)
}

const isSaidSo = (commit: Row, { commit_message }: Edit): boolean => text(commit, 'message').trim() === commit_message.trim()

/** The merge requests of the branch, in whatever state, the newest first. Forks have branches of that name, too. */
export async function requestsOf(at: At, source_branch: string): Promise<Row[]> {
  const query = { source_branch, state: 'all', order_by: 'created_at', sort: 'desc', per_page: MOST_ROWS }
  const found = await readRows(at, 'merge_requests', ['project', ''], query)
  return found.filter(row => integerOrNull(row, 'source_project_id') === integerOrNull(row, 'project_id'))
}

/** The clocks of GitLab and of the gateway need not agree. */
const CLOCKS_MS = 300_000

/** Of several merge requests the one that this job made, with the commit it brought: by the same user, so called, since the job was made. */
export async function ownAmong(at: At, found: readonly Row[], edit: Edit): Promise<{ row: Row; commit_id: string } | undefined> {
  const since = Date.parse(edit.made_at) - CLOCKS_MS
  const alike = found.filter(row => text(row, 'title').trim() === edit.title.trim() && Date.parse(text(row, 'created_at')) >= since)
  if (alike.length === 0) return undefined
  const me = await currentUser(at.call.client, at.call)
  for (const row of alike.filter(one => me.id !== null && personIn(one, 'author')?.id === me.id)) {
    const commit_id = await commitOf(at, row, edit)
    if (commit_id !== undefined) return { row, commit_id }
  }
  return undefined
}

/** Somebody may have pushed since: it need not be the newest. */
async function commitOf(at: At, request: Row, edit: Edit): Promise<string | undefined> {
  const iid = String(integerOrNull(request, 'iid'))
  const about: [string, string] = ['merge request', `!${iid}`]
  const commits = await readRows(at, `merge_requests/${iid}/commits`, about, { per_page: MOST_ROWS }).catch(ifGone<Row[]>([]))
  for (const commit of commits.filter(one => isSaidSo(one, edit)))
    if (await isTheEdit(at, text(commit, 'id'), edit, text(request, 'target_branch'))) return text(commit, 'id')
  return undefined
}
