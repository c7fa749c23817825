import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { listOf } from '../../src/contract/schema.ts'
import { shrink } from '../../src/pipeline/result/shrink.ts'
import { startApp } from '../helpers/app.ts'
import { byName, fakeOperation } from '../helpers/fake-tool.ts'

const Item = Type.Object({ id: Type.Integer({ description: 'Id' }), text: Type.String({ description: 'Text' }) })
const MANY = 57
const own = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page, from 1 on' })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Items of a page' }))
}

interface Envelope {
  data: { items: { id: number; text: string }[]; next_cursor: string | null }
  metadata: { truncated?: object }
}

/** Items of various lengths, in pages by offset, or by number as the system counts. */
const list = fakeOperation(
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

t.test('a list within max_chars contains whole items, and continues exactly after the last one', async t => {
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
      const { data, metadata }: Envelope = await ask(cursor === null ? input : { ...rest, cursor })
      t.ok(JSON.stringify(data).length <= input.max_chars, JSON.stringify(data))
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

t.test('a response that fits is complete, without a note', async t => {
  const ask = await open(t)
  const { data, metadata } = await ask({ max_chars: 100_000, limit: 5 })
  t.equal(data.items.length, 5)
  t.equal(data.next_cursor, '5')
  t.notOk(metadata.truncated)
})

t.test('fields apply first: omitted properties take no space', async t => {
  const ask = await open(t)
  const { data } = await ask({ max_chars: 600, fields: ['id'] })
  t.equal(data.items.length, 25)
})

t.test('an item that alone is too large is truncated, and the list continues within it', async t => {
  const ask = await open(t)
  const { text } = itemAt(5)
  let read = ''
  let cursor = '5'
  for (let parts = 0; parts < 50; parts++) {
    const { data, metadata } = await ask({ max_chars: 160, cursor, limit: 2 })
    const [item, further] = data.items
    if (item.id !== 5) break
    read += item.text ?? ''
    if (metadata.truncated) t.match(metadata.truncated, { reason: 'size', hint: /next_cursor/ })
    cursor = data.next_cursor
    if (further) break
  }
  t.equal(read, text)
})

t.test('a cursor within a text that has changed since is refused', async t => {
  const texts = ['one line of a text\n'.repeat(99), 'another line of it\n'.repeat(99)]
  const read = fakeOperation('read', {}, () => ({ text: texts[0] }), { output: Type.Object({ text: Type.String() }) })
  const { app } = await startApp(t, { definitions: [read] })
  const ask = async (input: object) => (await byName(app, 'workshop_read', input)).json()
  const { data } = await ask({ max_chars: 500 })
  t.match(await ask({ max_chars: 500, cursor: data.next_cursor }), { success: true })
  texts.shift()
  t.match(await ask({ max_chars: 500, cursor: data.next_cursor }), {
    error: { message: /has changed/, details: { issues: [{ path: 'cursor' }] } }
  })
  t.match(await ask({ cursor: 'abc' }), { error: { message: /was not returned by this operation/ } })
})

t.test('a cursor that was edited by hand is refused, or treated as any other', async t => {
  const ask = await open(t)
  t.match(await ask({ cursor: '~3.5=10' }), { data: { items: [{ id: 13 }, { id: 14 }], next_cursor: '15' } })
  t.match(await ask({ cursor: '~3.5?page=3&colour=red' }), { data: { items: [{ id: 13 }, { id: 14 }] } })
  for (const cursor of ['~0.0?', '~0.101?', '~0.999=10', '~3.5?per_page=1000', '~3.5?page=0', '~3.5?start=1', '~3.5='])
    t.match(await ask({ cursor }), { error: { message: /was not returned by this operation/ } }, cursor)
})

t.test('in any other response the largest lists and texts are truncated, and it stays JSON', async t => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`)
  for (const data of [
    { lines, note: 'short' },
    { deep: { text: lines.join('\n') }, lines: ['a'] },
    lines,
    'x'.repeat(5_000),
    [{ a: 'y'.repeat(9_000) }]
  ]) {
    const { data: fitted, truncated } = shrink(data, 1_000)
    const length = JSON.stringify(fitted).length
    t.ok(length <= 1_000 && length > 500, `${length} characters`)
    t.match(truncated, { reason: 'size', hint: /Removed/ })
  }
  t.strictSame(shrink({ a: 1 }, 1_000), { data: { a: 1 } })
})
