import type { Call } from '../../../../contract/call.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { integerOrNull, rowOf } from '../../../../lib/row.ts'
import type { Page, Version } from '../../schemas.ts'
import { lacksTheRest, partialContent } from '../cache/read-memory.ts'
import type { Confluence } from '../connection.ts'
import { type Replaced, storageIn, type WriteFormat, written } from '../content/content.ts'
import { runTextTask } from '../content/text-tasks.ts'
import { postLabels } from '../labels.ts'
import type { ConfluenceCall } from '../request.ts'
import type { Edit } from './page-source.ts'
import { findPage, type PageName } from './pages.ts'
import { checkParent } from './parent.ts'
import { pagesOf } from './sources.ts'

/** The step of a write that failed after earlier steps succeeded; null if none failed. */
export type Incomplete = { step: string; reason: string; message: string } | null

/** The steps of a write share the deadline of the call. */
export type WriteCall = ConfluenceCall & Pick<Call<unknown>, 'timeLeft'>

/** Time reserved for the response. */
const ANSWERING_MS = 1000
/** Maximum delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Runs a further step. The page is already written, so a failure is returned instead of thrown. Ends early enough to send the response. */
export async function furtherStep(step: string, task: (call: ConfluenceCall) => Promise<unknown>, call: WriteCall): Promise<Incomplete> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(outOfTime()), Math.min(call.timeLeft() - ANSWERING_MS, MAX_TIMER_MS))
  try {
    await task({ ...call, signal: AbortSignal.any([call.signal, ending.signal]) })
    return null
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    call.warn(`The first step succeeded, but a later step failed: ${step}. ${error.message}`)
    return { step, reason: error.reason, message: error.message }
  } finally {
    clearTimeout(timer)
  }
}

const outOfTime = (): OperationError =>
  new OperationError('deadline_exceeded', 'The deadline was reached; whether the step was done is unknown.', {
    source: 'gateway',
    outcome: 'unknown'
  })

export interface NewPage {
  content_type: Page['type']
  title: string
  space_key: string
  parent_id?: string
  content: string
  content_format: WriteFormat
  labels?: readonly string[]
}

export async function createPage(confluence: Confluence, input: NewPage, call: WriteCall): Promise<Page & { incomplete: Incomplete }> {
  const { content_type: type, title, space_key, parent_id, content, content_format, labels = [] } = input
  confluence.spaceAccess.check(call.caller, space_key)
  const body = await written(confluence, content, content_format, call)
  if (parent_id !== undefined) await checkParent(confluence, parent_id, { type, space_key }, call)
  const page = await pagesOf(confluence).create(confluence, { type, title, space_key, parent_id, body }, call)
  return await withLabels(confluence, page, labels, call)
}

/** Labels are added in a separate request after the page is written. */
async function withLabels(confluence: Confluence, page: Page, labels: readonly string[], call: WriteCall) {
  if (labels.length === 0) return { ...page, incomplete: null }
  let now = page.metadata.labels
  const incomplete = await furtherStep(
    'labels',
    async own => {
      now = await postLabels(confluence, page.id, labels, own)
    },
    call
  )
  return { ...page, metadata: { ...page.metadata, labels: now }, incomplete }
}

export interface PageChange extends PageName {
  title?: string
  content?: string
  content_format: WriteFormat
  labels?: readonly string[]
  parent_id?: string
  expected_version?: number
  version_message?: string
  minor_edit?: boolean
}

export async function updatePage(confluence: Confluence, input: PageChange, call: WriteCall): Promise<Page & { incomplete: Incomplete }> {
  const { title, content, content_format, labels = [], parent_id, expected_version, version_message, minor_edit, ...name } = input
  const page = await findPage(confluence, name, { format: 'storage' }, call)
  await checkVersion(confluence, page, expected_version)
  if (parent_id !== undefined) await checkParent(confluence, parent_id, { type: page.type, space_key: page.space.key }, call)
  if (content !== undefined) await checkWhole(confluence, page, content, content_format, call)
  if (title === undefined && content === undefined && parent_id === undefined) return await withLabels(confluence, page, labels, call)
  if (minor_edit && confluence.site.deployment === 'cloud') call.warn('Cloud no longer supports minor edits: watchers are notified.')
  const edited = await editPage(
    confluence,
    {
      page,
      number: page.version.number + 1,
      title: title ?? page.title,
      body:
        content === undefined ? undefined : await written(confluence, content, content_format, call, replacedOf(page, expected_version)),
      message: version_message,
      minor_edit,
      parent_id
    },
    call
  )
  return await withLabels(confluence, edited, labels, call)
}

/** The body that content replaces. With expected_version, the caller has read it. */
const replacedOf = (page: Page, expected_version: number | undefined): Replaced => ({
  before: storageIn(page),
  mayRemove: expected_version !== undefined
})

/** Refuses to write back the part of a page that the caller read as if it were the page. */
async function checkWhole(confluence: Confluence, page: Page, content: string, format: WriteFormat, call: ConfluenceCall): Promise<void> {
  const part = await confluence.reads.recall(call.caller.id, page.id)
  if (part?.format !== format) return
  const storage = storageIn(page)
  const whole = format === 'storage' ? storage : (await runTextTask('pageToMarkdown', [storage], call))?.value
  if (whole !== undefined && lacksTheRest(content, whole, part)) throw partialContent(page.title, page.id)
}

/** Compares with the version that the caller read, so that a later change is not overwritten. The cache may be as old as that. */
export async function checkVersion(confluence: Confluence, page: Page, expected: number | undefined): Promise<void> {
  if (expected === undefined || expected === page.version.number) return
  await confluence.cache.forget()
  throw conflictOver(page, page.version)
}

/** Writes the next version. On a conflict, the error contains the current version and its author. */
export async function editPage(confluence: Confluence, edit: Edit, call: ConfluenceCall): Promise<Page> {
  const source = pagesOf(confluence)
  try {
    const { metadata, ...page } = await source.update(confluence, edit, call)
    return { ...page, metadata: { ...metadata, labels: metadata.labels ?? edit.page.metadata.labels } }
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'version_conflict') throw error
    const now = await source.get(confluence, edit.page.id, { format: undefined }, call).catch(() => undefined)
    throw conflictOver(edit.page, newerOf(now?.version, versionIn(error)), error)
  }
}

type Current = Pick<Version, 'when' | 'by'> & { number: number | null }

/** A read after the refusal may still return an older version than the refusal states. */
const newerOf = (read: Version | undefined, refused: Current): Current => (read && read.number >= (refused.number ?? 0) ? read : refused)

/** The current version as far as the refusal itself contains it. */
const versionIn = ({ details }: OperationError): Current => ({
  number: integerOrNull(rowOf(details['current']), 'number'),
  when: null,
  by: null
})

function conflictOver({ id, title }: Page, { number, when, by }: Current, cause?: OperationError): OperationError {
  const who = by?.display_name ?? by?.username ?? by?.account_id ?? 'another user'
  return new OperationError(
    'version_conflict',
    `The page "${title}" (${id}) is at ${number === null ? 'another version' : `version ${number}`}, changed by ${who}. It was not overwritten.`,
    {
      source: cause ? 'upstream' : 'gateway',
      ...cause?.details,
      outcome: 'not_executed',
      current: { number, when, by },
      suggestions: [
        'Read the page again (no_cache true), repeat the change on that version, and send it with its number as expected_version.'
      ]
    },
    cause && { cause }
  )
}

/** Moves a page to the trash; with purge, deletes it permanently. */
export async function deletePage(confluence: Confluence, { page_id, purge }: { page_id: string; purge: boolean }, call: WriteCall) {
  const source = pagesOf(confluence)
  const page = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const { id, title, space, status } = page
  const remove = (forGood: boolean, own: ConfluenceCall = call): Promise<void> => source.remove(confluence, page, forGood, own)
  const done = { id, title, space_key: space.key, deleted: true }
  if (status === 'trashed') {
    if (!purge) throw alreadyTrashed(page)
    await remove(true)
    return { ...done, purged: true, incomplete: null }
  }
  await remove(false)
  const incomplete = purge ? await furtherStep('purge', own => remove(true, own), call) : null
  return { ...done, purged: purge && incomplete === null, incomplete }
}

const alreadyTrashed = ({ id, title }: Page): OperationError =>
  new OperationError('page_not_found', `The page "${title}" (${id}) is already in the trash.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Set purge to true to delete it permanently.']
  })
