import { type ErrorDetails, OperationError } from '../../../contract/errors.ts'
import type { StreamAnswer } from '../../../contract/stream.ts'
import { isRow, pick, type Row, text } from '../../../lib/row.ts'
import { bytesOf } from './bytes.ts'
import { withoutClosings } from './closings.ts'
import type { GitLab } from './connection.ts'
import { unreadable } from './failures.ts'
import { pagingOf } from './issues.ts'
import { list, type Paging } from './paging.ts'
import { groupAt, type Place, placeOf } from './place.ts'
import { segment, type Turn } from './request.ts'
import { blameOf } from './shapes/blame.ts'
import { commitOf, entryOf, fileOf, hitOf } from './shapes/repository.ts'

/** What the default branch is called by those who do not know its name. */
const DEFAULT_REF = 'HEAD'

interface TreeQuestion extends Paging {
  project?: string
  path?: string
  ref?: string
  recursive: boolean
}

export async function listTree(gitlab: GitLab, { project, path, ref, recursive, ...paging }: TreeQuestion, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const numbered = paging.page !== undefined || paging.per_page !== undefined
  const query = { path, ref, recursive, ...(!numbered && { pagination: 'keyset' }) }
  const about = place.about('folder', path ?? '/')
  return await list(gitlab, { path: `${place.path}/repository/tree`, query, about }, pagingOf(paging), entryOf, turn)
}

export interface FileName {
  project?: string
  file_path: string
}

const filePath = ({ path }: Place, file: string): string => `${path}/repository/files/${segment(file, 'file_path')}`

interface FileQuestion extends FileName {
  ref?: string
}

export async function getFile(
  gitlab: GitLab,
  { project, file_path, ref = DEFAULT_REF, max_chars }: FileQuestion & { max_chars?: number },
  turn: Turn
) {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: filePath(place, file_path), query: { ref }, about: place.about('file', file_path) }
  const file = fileOf(await gitlab.row(request, turn).catch(tooLarge))
  const content = max_chars === undefined ? file.content : begin(file.content, max_chars, file.encoding === 'base64' ? 4 : 1)
  const omitted = file.content.length - content.length
  if (omitted > 0) turn.truncate({ reason: 'size', omitted, hint: 'Ask for more with max_chars; omitted counts characters.' })
  return { ...file, content }
}

/** The first characters, so many as can be read for themselves: base64 comes by fours, and some letters are two. */
function begin(text: string, most: number, unit: number): string {
  const cut = text.slice(0, most - (text.length > most ? most % unit : 0))
  return text.length > most && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** What is told as JSON is bounded: it is gathered before it is answered. */
function tooLarge(error: unknown): never {
  if (!(error instanceof OperationError) || error.details['limit_bytes'] === undefined) throw error
  const message = 'The file is too large to be told so.'
  const details: ErrorDetails = { ...error.details, suggestions: ['Fetch it with gitlab_download_file, which has no limit.'] }
  throw new OperationError('cannot_be_honoured', message, details, { cause: error })
}

/** The bytes as they come, of any size; of a large file that git does not hold itself the pointer, unless `lfs`. */
export async function downloadFile(
  gitlab: GitLab,
  { project, file_path, ref = DEFAULT_REF, lfs }: FileQuestion & { lfs?: boolean },
  turn: Turn
): Promise<StreamAnswer> {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${filePath(place, file_path)}/raw`, query: { ref, lfs }, headers: { accept: '*/*' } }
  const found = await gitlab.download({ ...request, about: place.about('file', file_path) }, turn)
  return bytesOf(found, file_path.split('/').at(-1) ?? file_path)
}

interface BlameQuestion extends FileQuestion {
  from_line?: number
  to_line?: number
}

export async function getBlame(gitlab: GitLab, { project, file_path, ref = DEFAULT_REF, from_line, to_line }: BlameQuestion, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const about = place.about('file', file_path)
  const query = { ref, 'range[start]': from_line, 'range[end]': to_line }
  const { body } = await gitlab.send({ path: `${filePath(place, file_path)}/blame`, query, about }, turn)
  if (!Array.isArray(body)) throw unreadable(about, true)
  return { path: file_path, ref, runs: blameOf(body.filter(isRow), from_line ?? 1), untrusted: true }
}

export interface FileChange extends FileName {
  branch: string
  commit_message: string
  content?: string
  encoding?: string
  start_branch?: string
  last_commit_id?: string
  author_name?: string
  author_email?: string
}

const CHANGE = ['branch', 'commit_message', 'content', 'encoding', 'start_branch', 'last_commit_id', 'author_name', 'author_email']

/** Makes, changes or deletes one file, with a commit of its own. */
export async function changeFile(gitlab: GitLab, method: 'POST' | 'PUT' | 'DELETE', change: FileChange, turn: Turn) {
  const place = await placeOf(gitlab, change.project, turn)
  await withoutClosings(gitlab, { commit_message: change.commit_message }, turn)
  const about = place.about('file', change.file_path)
  const given = pick(change, CHANGE)
  const { body } = await gitlab.send({ method, path: filePath(place, change.file_path), json: given, about }, turn).catch(explained)
  const row: Row = isRow(body) ? body : {}
  return { path: text(row, 'file_path') || change.file_path, branch: text(row, 'branch') || change.branch }
}

/** GitLab says little of what is wrong with a change of files: here is what it mostly is. */
function explained(error: unknown): never {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_refused') throw error
  const details: ErrorDetails = { ...error.details, suggestions: ADVICE }
  throw new OperationError(error.reason, error.message, details, { cause: error })
}

const ADVICE = [
  'A file that exists is changed with gitlab_update_file, one that does not is made with gitlab_create_file.',
  'Where somebody changed the file meanwhile, read it again with gitlab_get_file and give its last_commit_id.',
  'A branch that does not exist is made from start_branch; a protected one takes changes through a merge request only.'
]

export interface CommitContent {
  project?: string
  branch: string
  commit_message: string
  actions: Row[]
  start_branch?: string
  start_sha?: string
  author_name?: string
  author_email?: string
}

/** Several changes of files, all or none, as one commit. */
export async function commitFiles(gitlab: GitLab, { project, actions, ...content }: CommitContent, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  await withoutClosings(gitlab, { commit_message: content.commit_message }, turn)
  const json = { ...pick(content, ['branch', 'commit_message', 'start_branch', 'start_sha', 'author_name', 'author_email']), actions }
  const about = place.about('project', '')
  return commitOf(await gitlab.row({ method: 'POST', path: `${place.path}/repository/commits`, json, about }, turn).catch(explained))
}

interface CodeQuestion extends Paging {
  project?: string
  group?: string
  search: string
  ref?: string
}

/** Over more than one project GitLab searches code only with its advanced search; without it, it says so. */
export async function searchCode(gitlab: GitLab, { project, group, search, ref, ...paging }: CodeQuestion, turn: Turn) {
  const query = { scope: 'blobs', search, ref }
  if (group !== undefined) {
    gitlab.allowance.checkAll(turn)
    const { path, about } = groupAt(group)
    const request = { path: `${path}/search`, query, about }
    return { ...(await list(gitlab, request, pagingOf(paging), hitOf, turn)), untrusted: true }
  }
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${place.path}/search`, query, about: place.about('project', '') }
  return { ...(await list(gitlab, request, pagingOf(paging), hitOf, turn)), untrusted: true }
}
