import { randomUUID } from 'node:crypto'
import type { BulkBatch, BulkItem, BulkPosition, BulkResult } from '../../../contract/bulk.ts'
import { beforeNext, failedItem } from '../../../contract/bulk-failure.ts'
import { extract } from '../extract/extract.ts'
import { type Ask, openLlm } from '../extract/llm.ts'
import { estimate } from '../extract/prompts.ts'
import { failure, wrong } from '../graph/failures.ts'
import { instantIn } from '../graph/moment.ts'
import { requireNames, requireSound } from '../graph/sound.ts'
import { digestOf, keep, materialOf } from './build.ts'
import { graphOf, type Turn } from './turn.ts'

export type TextToRead = { content: string; title?: string; source?: string }
/** The texts stay with the job, and its items say only which. */
export type ImportAction = {
  texts: TextToRead[]
  reference_time: string
  again: boolean
  max_tokens: number
  /** Under which the job notes what it spends. */
  budget: string
}

const MOST_CHARACTERS = 1_000_000

/** Checks the texts and what reading them may cost. Nothing is sent. */
export async function prepareTexts(
  texts: TextToRead[],
  max_tokens: number,
  { reference_time, again }: { reference_time?: string; again: boolean },
  turn: Turn
) {
  await openLlm(turn.client.llm, turn.signal)
  for (const [place, text] of texts.entries()) {
    requireNames({ [`texts[${place}].content`]: text.content })
    requireSound({ ...text }, `texts[${place}].`)
  }
  const characters = texts.reduce((sum, { content }) => sum + content.length, 0)
  if (characters > MOST_CHARACTERS)
    throw wrong('texts', `are ${characters} characters together`, `at most ${MOST_CHARACTERS}; make several jobs`)
  const from = new Date(instantIn('reference_time', reference_time ?? 'now')).toISOString()
  const action: ImportAction = { texts, reference_time: from, again, max_tokens, budget: randomUUID() }
  const tokens = texts.reduce((sum, text) => sum + estimate(materialOf({ ...text, reference_time: action.reference_time })).tokens, 0)
  if (tokens > max_tokens) throw wrong('max_tokens', `is less than these texts will take, about ${tokens}`, 'more, or fewer texts')
  return { action, metadata: { texts: texts.length, calls: 2 * texts.length, tokens } }
}

/** Where an item stands in the list: `text-1` is the first. */
const idAt = (place: number): string => `text-${place + 1}`

const LONGEST_NAME = 80

export async function nextTexts(titles: string[], { size, cursor = '0' }: BulkPosition, { signal }: Turn): Promise<BulkBatch> {
  signal.throwIfAborted()
  const from = Number(cursor)
  const items = titles.slice(from, from + size).map((display_name, place) => ({ id: idAt(from + place), display_name }))
  return { items, next: from + size < titles.length ? String(from + size) : undefined }
}

/** What a person knows a text by. */
export const titleOf = ({ title, content }: TextToRead): string =>
  (title ?? content.replace(/\s+/gu, ' ').trim()).slice(0, LONGEST_NAME).toWellFormed()

export async function* readEach(items: BulkItem[], action: ImportAction, turn: Turn): AsyncGenerator<BulkResult> {
  for (const item of items) {
    beforeNext(turn.signal)
    yield await readOne(item, action, turn).catch(error => failedItem(item, error))
  }
}

/** The model, as long as the job has tokens left: an estimate may have been too low. */
async function budgeted({ budget: id, max_tokens }: ImportAction, turn: Turn): Promise<Ask> {
  const graph = graphOf(turn)
  const spent = await graph.read('spentOf', { id })
  if (spent >= max_tokens) throw overspent(spent, max_tokens)
  return await openLlm(turn.client.llm, turn.signal, tokens => graph.write('spend', { id, tokens }))
}

const overspent = (spent: number, max_tokens: number) =>
  failure('cannot_be_honoured', `This job has taken ${spent} of its ${max_tokens} tokens, so this text was not read.`, {
    suggestions: ['Make another job of the same texts, with a larger max_tokens: those that were read are skipped.']
  })

/** A text that was read before, in this job or otherwise, is not read again unless that is asked for: it would cost as much. */
async function readOne({ id }: BulkItem, action: ImportAction, turn: Turn): Promise<BulkResult> {
  const { texts, reference_time, again } = action
  const text = texts.find((_text, place) => idAt(place) === id)
  if (!text) throw failure('invalid_field_value', `This job has no ${id}.`)
  const digest = digestOf(text.content)
  const skipped: BulkResult = { item_id: id, outcome: 'skipped' }
  if (!again && (await graphOf(turn).read('readBefore', { digests: [digest] })).length > 0) return skipped
  const found = await extract(materialOf({ ...text, reference_time }), await budgeted(action, turn))
  const kept = await keep(found, { digest, source: text.source, once: !again }, turn)
  if (kept.read_before) return skipped
  const [objects, links] = [kept.objects, kept.links].map(list => list.filter(({ created }) => created).length)
  const { calls, prompt_tokens, completion_tokens } = found.usage
  return {
    item_id: id,
    outcome: 'succeeded',
    data: {
      objects_created: objects ?? 0,
      links_created: links ?? 0,
      dropped: found.dropped.length,
      calls,
      prompt_tokens,
      completion_tokens
    }
  }
}
