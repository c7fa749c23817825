import { type ErrorDetails, OperationError } from '../../../../contract/errors.ts'
import type { StreamResult } from '../../../../contract/stream.ts'
import { pathSegment } from '../../../../lib/http/segment.ts'
import { isRow, pick, type Row, rowsOrUndefined, text } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { fileStream } from '../content/download.ts'
import { unexpected } from '../http/errors.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { blameOf } from '../mappers/blame.ts'
import { commitOf, entryOf, fileOf, hitOf } from '../mappers/repository.ts'
import { rejectAutoClose } from '../merge-requests/auto-close.ts'
import type { ProjectReference } from '../projects/project-reference.ts'
import { projectOrGroup } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'

/** Refers to the default branch without its name. */
const DEFAULT_REF = 'HEAD'

interface TreeQuery extends Paging {
  project?: string
  path?: string
  ref?: string
  recursive: boolean
}

export async function listTree(gitlab: GitLab, { project: reference, path, ref, recursive, ...paging }: TreeQuery, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const numbered = paging.page !== undefined || paging.per_page !== undefined
  const query = { path, ref, recursive, ...(!numbered && { pagination: 'keyset' }) }
  const subject = project.subject('folder', path ?? '/')
  return await list(gitlab, { path: `${project.path}/repository/tree`, query, subject }, pagingOf(paging), entryOf, call)
}

interface FileRef {
  project?: string
  file_path: string
}

const filePath = ({ path }: ProjectReference, file: string): string => `${path}/repository/files/${pathSegment(file, 'file_path')}`

interface FileQuery extends FileRef {
  ref?: string
}

export async function getFile(gitlab: GitLab, { project: reference, file_path, ref = DEFAULT_REF }: FileQuery, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: filePath(project, file_path), query: { ref }, subject: project.subject('file', file_path) }
  return fileOf(await gitlab.row(request, call).catch(tooLarge))
}

/** A file that is returned as JSON is held in memory, so its size is limited. */
function tooLarge(error: unknown): never {
  if (!(error instanceof OperationError) || error.details['limit_bytes'] === undefined) throw error
  const message = 'The file is too large to be returned as JSON.'
  const details: ErrorDetails = { ...error.details, suggestions: ['Use gitlab_download_file, which has no size limit.'] }
  throw new OperationError('cannot_be_honoured', message, details, { cause: error })
}

/** Streams a file of any size. For a Git LFS file, it is the pointer unless `lfs` is true. */
export async function downloadFile(
  gitlab: GitLab,
  { project: reference, file_path, ref = DEFAULT_REF, lfs }: FileQuery & { lfs?: boolean },
  call: GitLabCall
): Promise<StreamResult> {
  const project = await gitlab.project(reference, call)
  const request = { path: `${filePath(project, file_path)}/raw`, query: { ref, lfs }, headers: { accept: '*/*' } }
  const found = await gitlab.download({ ...request, subject: project.subject('file', file_path) }, call)
  return fileStream(found, file_path.split('/').at(-1) ?? file_path)
}

interface BlameQuery extends FileQuery {
  from_line?: number
  to_line?: number
}

export async function getBlame(
  gitlab: GitLab,
  { project: reference, file_path, ref = DEFAULT_REF, from_line, to_line }: BlameQuery,
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const subject = project.subject('file', file_path)
  const query = { ref, 'range[start]': from_line, 'range[end]': to_line }
  const { body } = await gitlab.send({ path: `${filePath(project, file_path)}/blame`, query, subject }, call)
  const found = rowsOrUndefined(body)
  if (!found) throw unexpected(subject, true)
  return { path: file_path, ref, runs: blameOf(found, from_line ?? 1), untrusted: true }
}

export interface FileChange extends FileRef {
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

/** Creates (POST), updates (PUT) or deletes one file, with its own commit. */
export async function changeFile(gitlab: GitLab, method: 'POST' | 'PUT' | 'DELETE', change: FileChange, call: GitLabCall) {
  const project = await gitlab.project(change.project, call)
  await rejectAutoClose(gitlab, { commit_message: change.commit_message }, call)
  const subject = project.subject('file', change.file_path)
  const given = pick(change, CHANGE)
  const { body } = await gitlab
    .send({ method, path: filePath(project, change.file_path), json: given, subject }, call)
    .catch(withAdvice(method === 'DELETE' ? DELETE_ADVICE : ADVICE))
  const row: Row = isRow(body) ? body : {}
  return { path: text(row, 'file_path') || change.file_path, branch: text(row, 'branch') || change.branch }
}

/** GitLab's errors about file changes are terse: adds the usual causes. */
const withAdvice = (suggestions: string[]) => (error: unknown) => {
  if (!(error instanceof OperationError) || error.reason !== 'upstream_refused') throw error
  const details: ErrorDetails = { ...error.details, suggestions }
  throw new OperationError(error.reason, error.message, details, { cause: error })
}

const DELETE_ADVICE = [
  'If the file was changed in the meantime, read it again with gitlab_get_file and send its last_commit_id.',
  'To create the branch, send start_branch. A protected branch can only be changed by a merge request.'
]
const ADVICE = ['Use gitlab_update_file for an existing file, and gitlab_create_file for a new one.', ...DELETE_ADVICE]

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

/** Applies several file changes in one commit: all of them, or none. */
export async function commitFiles(gitlab: GitLab, { project: reference, actions, ...content }: CommitContent, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  await rejectAutoClose(gitlab, { commit_message: content.commit_message }, call)
  const json = { ...pick(content, ['branch', 'commit_message', 'start_branch', 'start_sha', 'author_name', 'author_email']), actions }
  const subject = project.subject()
  return commitOf(
    await gitlab.row({ method: 'POST', path: `${project.path}/repository/commits`, json, subject }, call).catch(withAdvice(ADVICE))
  )
}

interface CodeQuery extends Paging {
  project?: string
  group?: string
  search: string
  ref?: string
}

/** Searching the code of a group needs GitLab's advanced search; a server without it returns an error. */
export async function searchCode(gitlab: GitLab, input: CodeQuery, call: GitLabCall) {
  const { path, subject } = await projectOrGroup(gitlab, input, call)
  const request = { path: `${path}/search`, query: { scope: 'blobs', search: input.search, ref: input.ref }, subject }
  return { ...(await list(gitlab, request, pagingOf(input), hitOf, call)), untrusted: true }
}
