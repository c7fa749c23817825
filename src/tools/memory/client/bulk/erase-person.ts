import { Type } from 'typebox'
import {
  type BulkBatch,
  type BulkItem,
  type BulkPosition,
  type BulkResult,
  type Finding,
  willBeSkipped,
  willFail
} from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem } from '../../../../contract/each-item.ts'
import type { Total } from '../../../../contract/schema.ts'
import { failure } from '../../graph/errors.ts'
import { PART_KINDS, type Part, type Person } from '../../graph/person/person.ts'
import { requireNames } from '../../graph/validate-text.ts'
import { wordsIn } from '../../store/fold.ts'
import { createCursor, readCursor } from '../cursor.ts'
import { graphOf, type MemoryCall } from '../memory.ts'

/** As stored with the job. */
export type PersonQuery = { person: Person }

/** Names in the metadata of the job. */
const MAX_SHOWN = 20

/** Finds the person's object, all names, and the objects that are named after the person. */
export async function preparePerson({ name, also = [] }: { name: string; also?: string[] }, call: MemoryCall) {
  for (const [index, other] of also.entries()) requireNames({ [`also[${index}]`]: other })
  requireNames({ name })
  const { person, objects, suggestions } = await graphOf(call).read('findPerson', { name, also })
  const similar = suggestions.length > 0 ? ` Similar names: ${suggestions.join(', ')}.` : ''
  const short = person.names.filter(one => wordsIn(one).length === 1)
  const warnings = [
    ...(objects.length === 0 ? [`There is no object ${name}: only texts that contain the name are erased.${similar}`] : []),
    ...(short.length > 0
      ? [
          `Every text that contains ${short.join(' or ')} is erased, including texts about others with that name: check the items, or pass ids. Other forms of the name are not found: pass them in \`also\`.`
        ]
      : [])
  ]
  const metadata = {
    names: person.names.slice(0, MAX_SHOWN),
    objects: objects.slice(0, MAX_SHOWN),
    ...(warnings.length > 0 && { warnings })
  }
  return { query: { person }, action: { person }, metadata }
}

export async function countParts({ person }: PersonQuery, call: MemoryCall): Promise<Total> {
  call.signal.throwIfAborted()
  return await graphOf(call).read('countPartsNaming', { person })
}

const Position = Type.Object(
  { kind: Type.Enum(PART_KINDS), after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
  { additionalProperties: false }
)

export async function nextParts({ person }: PersonQuery, { size, cursor }: BulkPosition, call: MemoryCall): Promise<BulkBatch> {
  call.signal.throwIfAborted()
  const at = readCursor(Position, cursor) ?? { kind: PART_KINDS[0], after: 0 }
  const { items, next } = await graphOf(call).read('partsNaming', { person, at, limit: size })
  return { items: items.map(toItem), next: next ? createCursor(next) : undefined }
}

const toItem = ({ kind, id, text }: Part & { text: string }): BulkItem => ({ id: `${kind}-${id}`, display_name: text })

/** Describes the parts that the caller named. */
export async function lookUpParts(ids: string[], { person }: PersonQuery, call: MemoryCall): Promise<BulkItem[]> {
  const items: BulkItem[] = []
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    call.signal.throwIfAborted()
    const parts = ids.slice(at, at + BATCH_SIZE).flatMap(id => parsePart(id) ?? [])
    items.push(...(await graphOf(call).read('namingParts', { person, parts })).map(toItem))
  }
  const known = new Set(items.map(({ id }) => id))
  return [...items, ...ids.filter(id => !known.has(id)).map(absent)]
}

const absent = (id: string): BulkItem => ({
  id,
  display_name: id,
  ...(parsePart(id)
    ? willBeSkipped('it does not exist, or does not name the person')
    : willFail('not an ID as in the preview of this operation'))
})

const BATCH_SIZE = 250

function parsePart(id: string): Part | undefined {
  const [, word, number] = /^([a-z]+)-(\d{1,15})$/.exec(id) ?? []
  const kind = PART_KINDS.find(one => one === word)
  return kind === undefined ? undefined : { kind, id: Number(number) }
}

/** Erases parts one by one. An image without content is stored first: after a lost result, it shows that this job erased the part. */
export async function* eraseEach(items: BulkItem[], { person }: PersonQuery, call: MemoryCall): AsyncGenerator<BulkResult> {
  const naming = await namingIn(items, person, call)
  await Promise.all(items.map(({ id }) => naming.has(id) && call.keepBefore?.(id, {})))
  yield* forEachItem(items, call, async item => {
    const part = parsePart(item.id)
    if (!part) throw failure('invalid_field_value', `${item.id} is not an ID as in the preview of this operation.`)
    const erased = await graphOf(call).write('erasePart', { person, part })
    if (erased === null) return foundDone(item, item.before !== undefined && {})
    return { outcome: 'succeeded', data: { erased } }
  })
}

/** Finds out which parts this job erased. */
export async function* findErased(items: BulkItem[], { person }: PersonQuery, call: MemoryCall): AsyncGenerator<Finding> {
  const naming = await namingIn(items, person, call)
  for (const { id, before } of items)
    yield { item_id: id, outcome: naming.has(id) ? 'not_attempted' : before === undefined ? 'unknown' : 'succeeded' }
}

async function namingIn(items: readonly BulkItem[], person: Person, call: MemoryCall): Promise<Set<string>> {
  const parts = items.flatMap(({ id }) => parsePart(id) ?? [])
  return new Set((await graphOf(call).read('namingParts', { person, parts })).map(({ kind, id }) => `${kind}-${id}`))
}
