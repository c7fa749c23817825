import type { OperationError } from '../../../contract/errors.ts'
import { decode, sha256 } from './content.ts'
import { unifiedDiff } from './diff.ts'
import { failure } from './failures.ts'
import { asWriter } from './lock.ts'
import { locateFile } from './open.ts'
import { positionsOf } from './positions.ts'
import { MOST_EDITED } from './read.ts'
import { checkWritable, replaceFile } from './replace.ts'
import { appliedInTurns, type Replacement, replacementIn, requireFits } from './replacement.ts'
import type { Turn } from './turn.ts'
import type { Volume } from './volume.ts'
import { readWhole, requireHash, requireUnicode, warnOfLinks } from './write.ts'

export interface EditRequest {
  file_path: string
  old_string: string
  new_string: string
  replace_all: boolean
  expected_sha256?: string
  dry_run: boolean
}

/** Puts one text in the place of another, byte for byte; all else stays as it is. */
export async function editFile(volume: Volume, request: EditRequest, turn: Turn) {
  requireUnicode({ old_string: request.old_string, new_string: request.new_string })
  return await asWriter(volume, request.file_path, async () => {
    const place = await locateFile(volume, request.file_path)
    await checkWritable(place)
    const { bytes, stats } = await readWhole(volume, place, MOST_EDITED)
    const before = await decode(bytes, place.given)
    const hash = sha256(bytes)
    requireHash(place.given, hash, request.expected_sha256)
    const replacement = await findIn(before, request, turn.signal)
    requireFits(replacement, place.given)
    const after = Buffer.from(await appliedInTurns(replacement, turn.signal))
    warnOfLinks(place, turn)
    turn.signal.throwIfAborted()
    if (!request.dry_run) await replaceFile(volume, place, after, stats)
    return {
      path: place.shown,
      replacements: replacement.at.length,
      bytes: after.length,
      before_sha256: hash,
      sha256: sha256(after),
      diff: diffOf(place.shown, replacement, turn),
      dry_run: request.dry_run
    }
  })
}

function diffOf(name: string, replacement: Replacement, turn: Turn): string {
  const { diff, complete } = unifiedDiff(name, replacement)
  if (!complete) turn.truncate({ reason: 'size', omitted: null, hint: 'The diff shows the first changes only; all were made.' })
  return diff
}

async function findIn(before: string, { old_string, new_string, replace_all, file_path }: EditRequest, signal: AbortSignal) {
  const replacement = await replacementIn(before, old_string, new_string, signal)
  if (replacement.at.length === 0) throw await notFound(before, old_string, file_path, signal)
  if (!replace_all) await requireUnique(replacement, signal)
  return replacement
}

/** `aa` occurs twice in `aaa`, though only one of them can be replaced. */
async function requireUnique({ before, at, length }: Replacement, signal: AbortSignal): Promise<void> {
  const [first = 0] = at
  const both = { overlapping: true, most: 2 }
  const count = at.length > 1 ? at.length : (await positionsOf(before, before.slice(first, first + length), signal, both)).length
  if (count === 1) return
  throw failure(
    'text_not_unique',
    `old_string appears ${count} times in file. Use replace_all=true to replace all occurrences, or provide more context to make old_string unique.`,
    { occurrences: count }
  )
}

async function notFound(text: string, wanted: string, given: string, signal: AbortSignal): Promise<OperationError> {
  const line = wanted
    .split('\n')
    .map(line => line.trim())
    .find(line => line !== '')
  const [at] = line === undefined ? [] : await positionsOf(text, line, signal, { most: 1 })
  const hint =
    at === undefined
      ? 'Read the file again: it may have changed.'
      : `Line ${lineAt(text, at)} looks like it; white space must be the same, too.`
  return failure('text_not_found', `old_string not found in file ${given}.`, { suggestions: [hint] })
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length
