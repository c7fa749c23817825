import { misgiven } from '../../../lib/misgiven.ts'
import { pick } from '../../../lib/row.ts'
import type { GitLab } from './connection.ts'
import { pagingOf } from './issues.ts'
import { readPart } from './log-part.ts'
import { list, type Paging } from './paging.ts'
import { placeOf } from './place.ts'
import { segment, type Turn } from './request.ts'
import { snippetOf } from './shapes/documents.ts'

export async function listSnippets(gitlab: GitLab, { project, ...paging }: Paging & { project?: string }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { path: `${place.path}/snippets`, about: place.about('project', '') }
  return { ...(await list(gitlab, request, pagingOf(paging), snippetOf, turn)), untrusted: true }
}

interface SnippetName {
  project?: string
  snippet_id: number
}

async function snippetPlace(gitlab: GitLab, { project, snippet_id }: SnippetName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { path: `${place.path}/snippets/${snippet_id}`, about: place.about('snippet', snippet_id) }
}

/** More than this of a file is not answered. */
const MOST_BYTES = 1_000_000

interface SnippetQuestion extends SnippetName {
  file_path?: string
}

/** What it is, and what one of its files holds: the one that is named, else the first. */
export async function getSnippet(gitlab: GitLab, { file_path, ...name }: SnippetQuestion, turn: Turn) {
  const { path, about } = await snippetPlace(gitlab, name, turn)
  const snippet = snippetOf(await gitlab.row({ path, about }, turn))
  const wanted = file_path ?? snippet.files[0] ?? null
  if (file_path !== undefined && !snippet.files.includes(file_path))
    throw misgiven('file_path', 'is no file of this snippet', `one of: ${snippet.files.join(', ')}`)
  const raw = file_path === undefined ? `${path}/raw` : `${path}/files/HEAD/${segment(file_path, 'file_path')}/raw`
  const { body } = await gitlab.download({ path: raw, headers: { accept: 'text/plain' }, about }, turn)
  const part = await readPart(body, 0, MOST_BYTES)
  if (part.total === null)
    turn.truncate({ reason: 'size', omitted: null, hint: 'Only the first 1,000,000 bytes of the file are answered.' })
  return { ...snippet, file_path: wanted, content: part.bytes.toString('utf8'), untrusted: true }
}

const CONTENT = ['title', 'description', 'visibility', 'files']

interface SnippetContent {
  title?: string
  description?: string
  visibility?: string
  files?: { file_path: string; content?: string; action?: string; previous_path?: string }[]
}

export async function createSnippet(gitlab: GitLab, { project, ...content }: SnippetContent & { project?: string }, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  const request = { method: 'POST' as const, path: `${place.path}/snippets`, json: pick(content, CONTENT) }
  return snippetOf(await gitlab.row({ ...request, about: place.about('project', '') }, turn))
}

export async function updateSnippet(gitlab: GitLab, change: SnippetContent & SnippetName, turn: Turn) {
  const json = pick(change, CONTENT)
  return snippetOf(await gitlab.row({ method: 'PUT', ...(await snippetPlace(gitlab, change, turn)), json }, turn))
}

export async function deleteSnippet(gitlab: GitLab, name: SnippetName, turn: Turn) {
  await gitlab.send({ method: 'DELETE', ...(await snippetPlace(gitlab, name, turn)) }, turn)
  return { id: name.snippet_id, deleted: true }
}
