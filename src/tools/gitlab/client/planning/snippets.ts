import { pathSegment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { pick } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { readRange } from '../content/byte-range.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { snippetOf } from '../mappers/documents.ts'
import type { GitLabCall } from '../request.ts'

export async function listSnippets(gitlab: GitLab, { project: reference, ...paging }: Paging & { project?: string }, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const request = { path: `${project.path}/snippets`, subject: project.subject() }
  return { ...(await list(gitlab, request, pagingOf(paging), snippetOf, call)), untrusted: true }
}

interface SnippetRef {
  project?: string
  snippet_id: number
}

async function snippetTarget(gitlab: GitLab, { project: reference, snippet_id }: SnippetRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/snippets/${snippet_id}`, subject: project.subject('snippet', snippet_id) }
}

/** Longer files are returned in parts. */
const MAX_BYTES = 1_000_000

interface SnippetQuery extends SnippetRef {
  file_path?: string
  offset: number
}

/** Returns a snippet with the content of one of its files, from byte `offset` on: `file_path`, or the first. */
export async function getSnippet(gitlab: GitLab, { file_path, offset, ...name }: SnippetQuery, call: GitLabCall) {
  const { path, subject } = await snippetTarget(gitlab, name, call)
  const snippet = snippetOf(await gitlab.row({ path, subject }, call))
  const wanted = file_path ?? snippet.files[0] ?? null
  if (file_path !== undefined && !snippet.files.includes(file_path))
    throw invalidField('file_path', 'is not a file of this snippet', `one of: ${snippet.files.join(', ')}`)
  const raw = file_path === undefined ? `${path}/raw` : `${path}/files/HEAD/${pathSegment(file_path, 'file_path')}/raw`
  const { body } = await gitlab.download({ path: raw, headers: { accept: 'text/plain' }, subject }, call)
  const { bytes, begin, end, from, total } = await readRange(body, offset, MAX_BYTES)
  if (offset > 0 && total !== null && offset > total)
    throw invalidField('offset', `is after the end of the file, which has ${total} bytes`, 'next_offset of the previous part')
  const next_offset = from + end - begin
  const hasMore = next_offset !== total
  if (hasMore)
    call.truncate({ reason: 'size', omitted: null, next: 'next_offset', hint: `For the rest of the file, send offset ${next_offset}.` })
  const content = bytes.toString('utf8', begin, end)
  return { ...snippet, file_path: wanted, content, ...(hasMore && { next_offset }), untrusted: true }
}

const CONTENT = ['title', 'description', 'visibility', 'files']

interface SnippetContent {
  title?: string
  description?: string
  visibility?: string
  files?: { file_path: string; content?: string; action?: string; previous_path?: string }[]
}

export async function createSnippet(
  gitlab: GitLab,
  { project: reference, ...content }: SnippetContent & { project?: string },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const request = { method: 'POST' as const, path: `${project.path}/snippets`, json: pick(content, CONTENT) }
  return snippetOf(await gitlab.row({ ...request, subject: project.subject() }, call))
}

export async function updateSnippet(gitlab: GitLab, change: SnippetContent & SnippetRef, call: GitLabCall) {
  const json = pick(change, CONTENT)
  return snippetOf(await gitlab.row({ method: 'PUT', ...(await snippetTarget(gitlab, change, call)), json }, call))
}

export async function deleteSnippet(gitlab: GitLab, name: SnippetRef, call: GitLabCall) {
  await gitlab.send({ method: 'DELETE', ...(await snippetTarget(gitlab, name, call)) }, call)
  return { id: name.snippet_id, deleted: true }
}
