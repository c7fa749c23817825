import { OperationError } from '../../../contract/errors.ts'
import type { Call } from '../../../contract/handed.ts'
import { integerOrNull, rowOf } from '../../../lib/row.ts'
import type { Page, Version } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { type WriteFormat, written } from './content.ts'
import { putLabels } from './labels.ts'
import type { Edit } from './page-source.ts'
import { findPage, type PageName } from './pages.ts'
import { checkParent } from './parent.ts'
import type { Turn } from './request.ts'
import { pagesOf } from './sources.ts'

/** The step of a write that failed after others had been done; null where none did. */
export type Incomplete = { step: string; reason: string; message: string } | null

/** What is done in several steps: they share the time of the call. */
export type WriteTurn = Turn & Pick<Call<unknown>, 'timeLeft'>

/** Of the time left, what is kept for answering. */
const ANSWERING_MS = 1000
/** More a timer cannot count. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** A further step: the page is written already, so that its failure is told and not thrown. Ends in time for that to be answered. */
export async function further(step: string, work: (turn: Turn) => Promise<unknown>, turn: WriteTurn): Promise<Incomplete> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(outOfTime()), Math.min(turn.timeLeft() - ANSWERING_MS, LONGEST_TIMER_MS))
  try {
    await work({ ...turn, signal: AbortSignal.any([turn.signal, ending.signal]) })
    return null
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    turn.warn(`The page was written, but not all: ${step} failed. ${error.message}`)
    return { step, reason: error.reason, message: error.message }
  } finally {
    clearTimeout(timer)
  }
}

const outOfTime = (): OperationError =>
  new OperationError('deadline_exceeded', 'There was no time left for it: nobody can say whether it was done.', {
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

export async function createPage(confluence: Confluence, input: NewPage, turn: WriteTurn): Promise<Page & { incomplete: Incomplete }> {
  const { content_type: type, title, space_key, parent_id, content, content_format, labels = [] } = input
  confluence.allowance.check(turn.caller, space_key)
  const body = await written(content, content_format, turn)
  if (parent_id !== undefined) await checkParent(confluence, parent_id, { type, space_key }, turn)
  const page = await pagesOf(confluence).create(confluence, { type, title, space_key, parent_id, body }, turn)
  return await labelled(confluence, page, labels, turn)
}

/** Labels are no part of a page that is written: they are put on it afterwards. */
async function labelled(confluence: Confluence, page: Page, labels: readonly string[], turn: WriteTurn) {
  if (labels.length === 0) return { ...page, incomplete: null }
  let now = page.metadata.labels
  const incomplete = await further(
    'labels',
    async own => {
      now = await putLabels(confluence, page.id, labels, own)
    },
    turn
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

export async function updatePage(confluence: Confluence, input: PageChange, turn: WriteTurn): Promise<Page & { incomplete: Incomplete }> {
  const { title, content, content_format, labels = [], parent_id, expected_version, version_message, minor_edit, ...name } = input
  const page = await findPage(confluence, name, { format: 'storage' }, turn)
  await checkVersion(confluence, page, expected_version)
  if (parent_id !== undefined) await checkParent(confluence, parent_id, { type: page.type, space_key: page.space.key }, turn)
  if (title === undefined && content === undefined && parent_id === undefined) return await labelled(confluence, page, labels, turn)
  if (minor_edit && confluence.site.deployment === 'cloud') turn.warn('Cloud has no minor edits any more: watchers are told.')
  const edited = await editPage(
    confluence,
    {
      page,
      number: page.version.number + 1,
      title: title ?? page.title,
      body: content === undefined ? undefined : await written(content, content_format, turn, page),
      message: version_message,
      minor_edit,
      parent_id
    },
    turn
  )
  return await labelled(confluence, edited, labels, turn)
}

/** The caller's own reading decides: what was changed since is not overwritten. What is kept of it is as old as that reading. */
export async function checkVersion(confluence: Confluence, page: Page, expected: number | undefined): Promise<void> {
  if (expected === undefined || expected === page.version.number) return
  await confluence.cache.forget()
  throw conflictOver(page, page.version)
}

/** Writes the next version. Where somebody was quicker the conflict tells who, and to what. */
export async function editPage(confluence: Confluence, edit: Edit, turn: Turn): Promise<Page> {
  const source = pagesOf(confluence)
  try {
    const { metadata, ...page } = await source.update(confluence, edit, turn)
    return { ...page, metadata: { ...metadata, labels: metadata.labels ?? edit.page.metadata.labels } }
  } catch (error) {
    if (!(error instanceof OperationError) || error.reason !== 'version_conflict') throw error
    const now = await source.get(confluence, edit.page.id, { format: undefined }, turn).catch(() => undefined)
    throw conflictOver(edit.page, now?.version ?? toldIn(error), error)
  }
}

type Current = Pick<Version, 'when' | 'by'> & { number: number | null }

/** What the refusal itself tells of the version that is there. */
const toldIn = ({ details }: OperationError): Current => ({
  number: integerOrNull(rowOf(details['current']), 'number'),
  when: null,
  by: null
})

function conflictOver({ id, title }: Page, { number, when, by }: Current, cause?: OperationError): OperationError {
  const who = by?.display_name ?? by?.username ?? by?.account_id ?? 'somebody'
  return new OperationError(
    'version_conflict',
    `The page "${title}" (${id}) is at ${number === null ? 'another version' : `version ${number}`}, changed by ${who}: nothing was written over it.`,
    {
      source: cause ? 'upstream' : 'gateway',
      ...cause?.details,
      outcome: 'not_executed',
      current: { number, when, by },
      suggestions: ['Read the page again (no_cache true), make the change there, and send it with that version as expected_version.']
    },
    cause && { cause }
  )
}

/** Into the trash; with purge away for good. */
export async function deletePage(confluence: Confluence, { page_id, purge }: { page_id: string; purge: boolean }, turn: WriteTurn) {
  const source = pagesOf(confluence)
  const page = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  const { id, title, space, status } = page
  const remove = (forGood: boolean, own: Turn = turn): Promise<void> => source.remove(confluence, page, forGood, own)
  const done = { id, title, space_key: space.key, deleted: true }
  if (status === 'trashed') {
    if (!purge) throw inTrash(page)
    await remove(true)
    return { ...done, purged: true, incomplete: null }
  }
  await remove(false)
  const incomplete = purge ? await further('purge', own => remove(true, own), turn) : null
  return { ...done, purged: purge && incomplete === null, incomplete }
}

const inTrash = ({ id, title }: Page): OperationError =>
  new OperationError('page_not_found', `The page "${title}" (${id}) is in the trash already.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Give purge true to delete it for good.']
  })
