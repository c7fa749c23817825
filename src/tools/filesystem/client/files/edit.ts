import type { OperationError } from '../../../../contract/errors.ts'
import { findPositions } from '../../../../lib/find-text.ts'
import { failure } from '../errors.ts'
import { resolveFile } from '../paths.ts'
import { changeDiff, unifiedDiff } from '../text/diff.ts'
import type { RequestedEncoding } from '../text/encoding-names.ts'
import { decodeWhole } from '../text/encodings.ts'
import { findLenient, replaceLenient } from '../text/lenient.ts'
import { applyReplacement, findReplacement, type Replacement, requireSize } from '../text/replacement.ts'
import type { FileCall, Volume } from '../volume.ts'
import { readWhole, sha256 } from './content.ts'
import { checkWritable, replaceFile } from './replace-atomically.ts'
import { requireHash, requireUnicode, warnAboutAttributes, warnAboutHardLinks } from './write.ts'
import { withWriteLock } from './write-lock.ts'

interface Edit {
  old_string: string
  new_string: string
  replace_all: boolean
}

/** One of several edits, as the caller gave it. */
export type GivenEdit = Omit<Edit, 'replace_all'> & Partial<Pick<Edit, 'replace_all'>>

export interface EditRequest extends Partial<Omit<Edit, 'replace_all'>> {
  file_path: string
  /** Applied one after another. undefined: the one edit in old_string and new_string. */
  edits?: GivenEdit[]
  replace_all: boolean
  ignore_whitespace?: boolean
  encoding?: RequestedEncoding
  expected_sha256?: string
  dry_run: boolean
}

/** Replaces text in a file, all edits or none. All other bytes stay as they are. */
export async function editFile(volume: Volume, request: EditRequest, call: FileCall) {
  const edits = editsOf(request)
  for (const { name, edit } of edits) requireUnicode({ [`${name}old_string`]: edit.old_string, [`${name}new_string`]: edit.new_string })
  return await withWriteLock(volume, request.file_path, async () => {
    const resolved = await resolveFile(volume, request.file_path)
    await checkWritable(resolved)
    const { bytes, stats } = await readWhole(volume, resolved)
    const { text: before, encode } = await decodeWhole(bytes, request.encoding ?? 'auto', resolved.requestedPath)
    const hash = sha256(bytes)
    requireHash(resolved.requestedPath, hash, request.expected_sha256)
    const changed = await applyEdits(before, edits, request, call.signal)
    const after = await encode(changed.text)
    warnAboutHardLinks(resolved, call)
    call.signal.throwIfAborted()
    if (!request.dry_run) warnAboutAttributes(resolved, await replaceFile(volume, resolved, after, stats), call)
    return {
      path: resolved.displayPath,
      replacements: changed.replacements,
      bytes: after.length,
      before_sha256: hash,
      sha256: sha256(after),
      diff: diffOf(resolved.displayPath, before, changed, call),
      dry_run: request.dry_run
    }
  })
}

/** An edit, and the prefix of its properties in messages. */
interface NamedEdit {
  edit: Edit
  name: string
}

function editsOf({ edits, old_string = '', new_string = '', replace_all }: EditRequest): NamedEdit[] {
  if (!edits) return [{ edit: { old_string, new_string, replace_all }, name: '' }]
  return edits.map((edit, at) => ({ edit: { ...edit, replace_all: edit.replace_all === true || replace_all }, name: `edits[${at}].` }))
}

interface Changed {
  text: string
  replacements: number
  /** Set if there was one edit that matched exactly: its diff needs no comparison of the whole texts. */
  single?: Replacement
}

async function applyEdits(before: string, edits: NamedEdit[], request: EditRequest, signal: AbortSignal): Promise<Changed> {
  let text = before
  let replacements = 0
  let single: Replacement | undefined
  for (const { edit, name } of edits) {
    const exact = await findExact(text, edit, name, request, signal)
    if (exact) {
      requireSize(exact, request.file_path)
      text = await applyReplacement(exact, signal)
      replacements += exact.positions.length
      single = exact
    } else {
      const found = await findLenient(text, edit.old_string, signal)
      const { length } = found.spans
      if (length === 0) throw await notFound(text, edit.old_string, name, request.file_path, signal)
      if (length > 1 && !edit.replace_all) throw notUnique(length, name)
      text = await replaceLenient(text, found, { newText: edit.new_string, requestedPath: request.file_path }, signal)
      replacements += length
    }
  }
  return { text, replacements, ...(edits.length === 1 && single && { single }) }
}

/** Returns undefined if the text does not occur exactly, and may differ in whitespace. */
async function findExact(
  text: string,
  edit: Edit,
  name: string,
  request: EditRequest,
  signal: AbortSignal
): Promise<Replacement | undefined> {
  const { old_string, new_string, replace_all } = edit
  const replacement = await findReplacement(text, old_string, new_string, signal)
  if (replacement.positions.length === 0) {
    if (request.ignore_whitespace && old_string.trim() !== '') return undefined
    throw await notFound(text, old_string, name, request.file_path, signal)
  }
  if (!replace_all) await requireUnique(replacement, name, signal)
  return replacement
}

function diffOf(name: string, before: string, { text, single }: Changed, call: FileCall): string {
  const { diff, complete } = single ? unifiedDiff(name, single) : changeDiff(name, before, text)
  if (!complete)
    call.truncate({ reason: 'size', omitted: null, next: null, hint: 'The diff shows only the first changes; all were applied.' })
  return diff
}

/** `aa` occurs twice in `aaa`, although only one occurrence can be replaced. */
async function requireUnique({ before, positions, length }: Replacement, name: string, signal: AbortSignal): Promise<void> {
  const [first = 0] = positions
  const both = { overlapping: true, limit: 2 }
  const count =
    positions.length > 1 ? positions.length : (await findPositions(before, before.slice(first, first + length), signal, both)).length
  if (count > 1) throw notUnique(count, name)
}

const notUnique = (count: number, name: string): OperationError =>
  failure(
    'text_not_unique',
    `${name}old_string appears ${count} times in file. Use replace_all=true to replace all occurrences, or provide more context to make old_string unique.`,
    { occurrences: count, ...inEdit(name) }
  )

/** No edit was made if one of several failed. */
const inEdit = (name: string) => (name === '' ? {} : { failed_edit: Number(/\d+/.exec(name)?.[0]) })

async function notFound(text: string, wanted: string, name: string, requestedPath: string, signal: AbortSignal): Promise<OperationError> {
  const line = wanted
    .split('\n')
    .map(line => line.trim())
    .find(line => line !== '')
  const [at] = line === undefined ? [] : await findPositions(text, line, signal, { limit: 1 })
  const hint =
    at === undefined
      ? 'Read the file again: it may have changed.'
      : `Line ${lineAt(text, at)} is similar; whitespace must match exactly, unless ignore_whitespace is true.`
  return failure('text_not_found', `${name}old_string not found in file ${requestedPath}.`, { suggestions: [hint], ...inEdit(name) })
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length
