import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { fitAny } from '../../src/contract/fit.ts'
import { listOf } from '../../src/contract/schema.ts'
import { startApp } from '../helpers/app.ts'
import { byName, make } from '../helpers/workshop.ts'

const Item = Type.Object({ id: Type.Integer({ description: 'Id' }), text: Type.String({ description: 'Text' }) })
const MANY = 57
const own = {
  page: Type.Optional(Type.Integer({ description: 'Page, from 1 on' })),
  per_page: Type.Optional(Type.Integer({ description: 'Items of a page' }))
}

interface Told {
  data: { items: { id: number; text: string }[]; next_cursor: string | null }
  metadata: { truncated?: object }
}

/** Items of various lengths, in pages by offset, or by number as the system counts. */
const list = make(
  'list',
  own,
  ({ limit, cursor, page, per_page }) => {
    const size = Number(per_page ?? limit)
    const from = cursor === undefined ? (Number(page ?? 1) - 1) * size : Number(cursor)
    const items = Array.from({ length: Math.max(0, Math.min(size, MANY - from)) }, (_, at) => itemAt(from + at))
    return { items, next_cursor: from + size < MANY ? String(from + size) : null, total: { value: MANY, relation: 'eq' } }
  },
  { list: true, partial: true, output: listOf(Item, {}) }
)
const itemAt = (id: number) => ({ id, text: '“é'.repeat((id * 7) % 40) })

async function open(t: Test) {
  const { app } = await startApp(t, { definitions: [list] })
  return async (input: object) => (await byName(app, 'workshop_list', input)).json()
}

t.test('a list within max_chars holds whole items, and goes on exactly after the last one given', async t => {
  const ask = await open(t)
  for (const input of [
    { max_chars: 400 },
    { max_chars: 700, limit: 10 },
    { max_chars: 900, max_items: 40 },
    { max_chars: 500, page: 1, per_page: 20 }
  ]) {
    const ids: number[] = []
    let cursor: string | null = null
    do {
      const { page: _, per_page: __, ...rest }: { page?: number; per_page?: number } = input
      const { data, metadata }: Told = await ask(cursor === null ? input : { ...rest, cursor })
      t.ok(JSON.stringify(data).length <= input.max_chars, 'it keeps to the size')
      t.strictSame(
        data.items,
        data.items.map(({ id }: { id: number }) => itemAt(id)),
        'no item is cut'
      )
      if (metadata.truncated) t.match(metadata.truncated, { reason: 'size', omitted: Number, hint: /next_cursor/ })
      ids.push(...data.items.map(({ id }: { id: number }) => id))
      cursor = data.next_cursor
    } while (cursor !== null)
    t.strictSame(
      ids,
      Array.from({ length: MANY }, (_, id) => id),
      JSON.stringify(input)
    )
  }
})

t.test('of an answer that fits nothing is left out, and nothing said', async t => {
  const ask = await open(t)
  const { data, metadata } = await ask({ max_chars: 100_000, limit: 5 })
  t.equal(data.items.length, 5)
  t.equal(data.next_cursor, '5')
  t.notOk(metadata.truncated)
})

t.test('fields come first: what is not asked for takes no room', async t => {
  const ask = await open(t)
  const { data } = await ask({ max_chars: 600, fields: ['id'] })
  t.equal(data.items.length, 25)
})

t.test('one item that alone is too large, and cannot be cut, is told, and not skipped', async t => {
  const ask = await open(t)
  const { data, metadata } = await ask({ max_chars: 100, page: 2, per_page: 20 })
  t.strictSame(data.items, [])
  t.match(metadata.truncated, { reason: 'size', omitted: 20, hint: /alone is larger/ })
  t.match(await ask({ cursor: data.next_cursor, limit: 1 }), { data: { items: [{ id: 20 }] } })
})

t.test('of one item that alone is too large the end is left out where that will do, and the list goes on after it', async t => {
  const ask = await open(t)
  const { data, metadata } = await ask({ max_chars: 120, cursor: '5' })
  const [item] = data.items
  t.equal(data.items.length, 1)
  t.equal(item.id, 5)
  t.ok(itemAt(5).text.startsWith(item.text) && item.text.length < itemAt(5).text.length)
  t.match(metadata.truncated, { reason: 'size', omitted: 24, hint: /alone was too large/ })
  t.match(await ask({ cursor: data.next_cursor, limit: 1 }), { data: { items: [itemAt(6)] } })
})

t.test('a cursor of ours that was changed by hand is refused, or is a place like any other', async t => {
  const ask = await open(t)
  t.match(await ask({ cursor: '~3.5=10' }), { data: { items: [{ id: 13 }, { id: 14 }], next_cursor: '15' } })
  t.match(await ask({ cursor: '~3.5?page=3&colour=red' }), { data: { items: [{ id: 13 }, { id: 14 }] } })
})

t.test('any other answer loses the ends of its largest lists and texts, and stays JSON', async t => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`)
  for (const data of [
    { lines, note: 'short' },
    { deep: { text: lines.join('\n') }, lines: ['a'] },
    lines,
    'x'.repeat(5_000),
    [{ a: 'y'.repeat(9_000) }]
  ]) {
    const { data: fitted, truncated } = fitAny(data, 1_000)
    const length = JSON.stringify(fitted).length
    t.ok(length <= 1_000 && length > 500, `${length} characters`)
    t.match(truncated, { reason: 'size', hint: /Left out/ })
  }
  t.strictSame(fitAny({ a: 1 }, 1_000), { data: { a: 1 } })
})
