import { randomUUID } from 'node:crypto'
import {
  type BulkBatch,
  type BulkItem,
  type BulkPosition,
  type BulkResult,
  type Finding,
  willBeSkipped
} from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult } from '../../../../contract/each-item.ts'
import { extract } from '../../extract/extract.ts'
import { type Ask, openLlm } from '../../extract/llm.ts'
import { estimate } from '../../extract/prompts.ts'
import { failure, invalidValue } from '../../graph/errors.ts'
import { parseInstant } from '../../graph/time.ts'
import { requireNames, requireStorable } from '../../graph/validate-text.ts'
import { digestOf, episodeOf, materialOf, storeExtraction } from '../build-from-text.ts'
import { graphOf, type MemoryCall } from '../memory.ts'

export type TextToRead = { content: string; title?: string; source?: string }
/** The job stores the texts; an item only refers to one. */
export type ImportAction = {
  texts: TextToRead[]
  reference_time: string
  again: boolean
  max_tokens: number
  /** ID under which the job records its token usage. */
  budget: string
}

const MAX_CHARACTERS = 1_000_000

/** Checks the texts and estimates the cost. Sends nothing. */
export async function prepareTexts(
  texts: TextToRead[],
  max_tokens: number,
  { reference_time, again }: { reference_time?: string; again: boolean },
  call: MemoryCall
) {
  await openLlm(call.client.llm, call.signal)
  for (const [index, text] of texts.entries()) {
    requireNames({ [`texts[${index}].content`]: text.content })
    requireStorable({ ...text }, `texts[${index}].`)
  }
  const characters = texts.reduce((sum, { content }) => sum + content.length, 0)
  if (characters > MAX_CHARACTERS)
    throw invalidValue('texts', `contain ${characters} characters in total`, `at most ${MAX_CHARACTERS}; create several jobs`)
  const from = new Date(parseInstant('reference_time', reference_time ?? 'now')).toISOString()
  const action: ImportAction = { texts, reference_time: from, again, max_tokens, budget: randomUUID() }
  const tokens = texts.reduce((sum, text) => sum + estimate(materialOf({ ...text, reference_time: action.reference_time })).tokens, 0)
  if (tokens > max_tokens)
    throw invalidValue('max_tokens', `is below the estimate for these texts, about ${tokens}`, 'a higher limit, or fewer texts')
  return { action, metadata: { texts: texts.length, calls: 2 * texts.length, tokens } }
}

/** The item ID of a text: `text-1` is the first. */
const itemIdAt = (index: number): string => `text-${index + 1}`

export async function nextTexts(
  titles: string[],
  { size, cursor = '0' }: BulkPosition,
  call: MemoryCall,
  { texts, again }: ImportAction
): Promise<BulkBatch> {
  call.signal.throwIfAborted()
  const from = Number(cursor)
  const digests = texts.slice(from, from + size).map(({ content }) => digestOf(content))
  const read = new Set(again ? [] : await graphOf(call).read('readBefore', { digests }))
  const items = titles.slice(from, from + size).map((display_name, index) => ({
    id: itemIdAt(from + index),
    display_name,
    ...(read.has(digests[index] ?? '') && willBeSkipped('the text was read before'))
  }))
  return { items, next: from + size < titles.length ? String(from + size) : undefined }
}

/** Reads and stores the texts one by one. */
export const importEach = (items: BulkItem[], action: ImportAction, call: MemoryCall): AsyncGenerator<BulkResult> =>
  forEachItem(items, call, item => importText(item, action, call))

/** Opens the model if the job has tokens left: the estimate may have been too low. */
async function openLlmWithinBudget({ budget: id, max_tokens }: ImportAction, call: MemoryCall): Promise<Ask> {
  const graph = graphOf(call)
  const spent = await graph.read('spentOf', { id })
  if (spent >= max_tokens) throw budgetExceeded(spent, max_tokens)
  return await openLlm(call.client.llm, call.signal, tokens => graph.write('spend', { id, tokens }))
}

const budgetExceeded = (spent: number, max_tokens: number) =>
  failure('cannot_be_honoured', `This job has used ${spent} of its ${max_tokens} tokens, so this text was not read.`, {
    suggestions: ['Create another job with the same texts and a higher max_tokens: texts that were read are skipped.']
  })

/** Finds out which texts this job read. Unknown for a text that may have been read before the job, because `again` is true. */
export async function* findImported(items: BulkItem[], { texts, again }: ImportAction, call: MemoryCall): AsyncGenerator<Finding> {
  const digests = new Map(texts.map(({ content }, index) => [itemIdAt(index), digestOf(content)]))
  const wanted = items.flatMap(({ id }) => digests.get(id) ?? [])
  const read = new Set(await graphOf(call).read('readBefore', { digests: wanted }))
  for (const { id, before } of items) {
    const isRead = read.has(digests.get(id) ?? '')
    yield { item_id: id, outcome: !isRead ? 'not_attempted' : again || before === undefined ? 'unknown' : 'succeeded' }
  }
}

/** Skips a text that was read before, by this job or otherwise, unless `again` is true, because reading it would cost the same again. */
async function importText(item: BulkItem, action: ImportAction, call: MemoryCall): Promise<ItemResult> {
  const { id } = item
  const { texts, reference_time, again } = action
  const text = texts.find((_text, index) => itemIdAt(index) === id)
  if (!text) throw failure('invalid_field_value', `This job has no item ${id}.`)
  const digest = digestOf(text.content)
  if (!again && (await graphOf(call).read('readBefore', { digests: [digest] })).length > 0)
    return foundDone(item, item.before !== undefined && {})
  if (item.before === undefined) await call.keepBefore?.(id, {})
  const found = await extract(materialOf({ ...text, reference_time }), await openLlmWithinBudget(action, call))
  const kept = await storeExtraction(found, { episode: episodeOf(text), once: !again }, call)
  if (kept.read_before) return foundDone(item)
  const [objects, links] = [kept.objects, kept.links].map(list => list.filter(({ created }) => created).length)
  const { calls, prompt_tokens, completion_tokens } = found.usage
  return {
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
