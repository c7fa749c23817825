import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { listOf } from '../../src/contract/schema.ts'
import { startApp } from '../helpers/app.ts'
import { fakeOperation, post } from '../helpers/fake-tool.ts'

const output = listOf(Type.Object({ n: Type.Integer({ description: 'N' }), name: Type.String({ description: 'Name' }) }), {})

/** A list of this many items, and the inputs that its handler received. */
async function listOfThings(t: Test, total: number, pageOf = (limit: number) => limit) {
  const asked: Record<string, unknown>[] = []
  const handler = (input: Record<string, unknown>) => {
    asked.push(input)
    const start = Number(input['cursor'] ?? 0)
    const size = Math.min(pageOf(Number(input['limit'])), total - start)
    const items = Array.from({ length: size }, (_, index) => ({ n: start + index, name: `thing ${start + index}` }))
    const next = start + size
    return { items, next_cursor: next < total ? String(next) : null, total: { value: total, relation: 'eq' } }
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('list', {}, handler, { list: true, partial: true, output })] })
  return { ask: (payload: object) => post(app, '/v1/workshop/list', payload), asked }
}

t.test('a list has a default limit of 25', async t => {
  const { ask } = await listOfThings(t, 60)
  t.equal((await ask({})).json().data.items.length, 25)
  t.equal((await ask({ limit: 7 })).json().data.items.length, 7)
})

t.test('a page size above 100, or of 0, is refused', async t => {
  const { ask } = await listOfThings(t, 60)
  for (const payload of [{ limit: 101 }, { limit: 0 }, { max_items: 1001 }, { max_items: 0 }, { cursor: '' }])
    t.equal((await ask(payload)).statusCode, 400, JSON.stringify(payload))
})

t.test('the cursor of a page leads to the next one, and the last page has none', async t => {
  const { ask } = await listOfThings(t, 60)
  const first = (await ask({ limit: 40 })).json().data
  const second = (await ask({ limit: 40, cursor: first.next_cursor })).json().data
  t.match([first.next_cursor, second.items[0].n, second.items.length, second.next_cursor], ['40', 40, 20, null])
})

t.test('max_items collects pages in one call, and requests no more than it needs', async t => {
  const { ask, asked } = await listOfThings(t, 1000)
  const { data } = (await ask({ max_items: 250, limit: 3 })).json()
  t.strictSame(
    data.items.map(({ n }: { n: number }) => n),
    Array.from({ length: 250 }, (_, n) => n)
  )
  t.equal(data.next_cursor, '250')
  t.strictSame(
    asked.map(({ limit, cursor }) => [limit, cursor]),
    [
      [100, undefined],
      [100, '100'],
      [50, '200']
    ]
  )
})

t.test('max_items continues from a cursor', async t => {
  const { ask } = await listOfThings(t, 300)
  const { data } = (await ask({ max_items: 120, cursor: '50' })).json()
  t.match([data.items[0].n, data.items.length, data.next_cursor], [50, 120, '170'])
})

t.test('max_items above the total returns all items', async t => {
  const { ask } = await listOfThings(t, 130)
  const { data } = (await ask({ max_items: 1000 })).json()
  t.match([data.items.length, data.next_cursor, data.total], [130, null, { value: 130 }])
})

t.test('max_items gathers no more pages once they have 10 MB, whatever the response shows of them', async t => {
  const name = 'thing '.repeat(10_000)
  const pages: unknown[] = []
  const handler = ({ cursor = 0, limit }: Record<string, unknown>) => {
    pages.push(cursor)
    const items = Array.from({ length: Number(limit) }, (_, index) => ({ n: Number(cursor) + index, name }))
    return { items, next_cursor: String(Number(cursor) + items.length), total: null }
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('list', {}, handler, { list: true, partial: true, output })] })
  const { data, metadata } = (await post(app, '/v1/workshop/list', { max_items: 1_000, fields: ['n'] })).json()
  t.strictSame(pages, [0, '100'])
  t.match([data.items.length, data.next_cursor, metadata.truncated], [200, '200', { reason: 'size', next: 'next_cursor' }])
  t.match((await post(app, '/v1/workshop/list', { max_items: 1_000 })).json().metadata.truncated, { reason: 'size', continues: 'items' })
})

t.test('empty pages in between are not the end', async t => {
  let page = 0
  const handler = () => {
    page += 1
    return { items: page === 3 ? [{ n: 1, name: 'a' }] : [], next_cursor: page === 3 ? null : `page ${page}`, total: null }
  }
  const { app } = await startApp(t, { definitions: [fakeOperation('list', {}, handler, { list: true, output })] })
  t.equal((await post(app, '/v1/workshop/list', { max_items: 10 })).json().data.items.length, 1)
})

t.test('a cursor that leads to itself ends the collection', async t => {
  const handler = () => ({ items: [{ n: 1, name: 'a' }], next_cursor: 'same', total: null })
  const { app } = await startApp(t, { definitions: [fakeOperation('list', {}, handler, { list: true, output })] })
  t.equal((await post(app, '/v1/workshop/list', { max_items: 1000 })).json().data.items.length, 2)
})

t.test('a page with more items than requested is not cut: nothing is lost between cursors', async t => {
  const { ask } = await listOfThings(t, 300, () => 80)
  const { data } = (await ask({ max_items: 100 })).json()
  t.match([data.items.length, data.next_cursor], [160, '160'])
})

t.test('fields selects the properties of each item', async t => {
  const { ask } = await listOfThings(t, 2)
  const { data } = (await ask({ fields: ['name'] })).json()
  t.strictSame(data.items, [{ name: 'thing 0' }, { name: 'thing 1' }])
  t.match(data, { next_cursor: null, total: { value: 2 } })
})

t.test('an unknown field is refused with the nearest', async t => {
  const { ask, asked } = await listOfThings(t, 2)
  const answer = await ask({ fields: ['name', 'nam'] })
  t.equal(answer.statusCode, 400)
  t.strictSame(answer.json().error.details.issues, [
    { path: 'fields[1]', message: 'nam is not a property of the items', expected: 'did you mean name?' }
  ])
  t.equal(asked.length, 0)
})

t.test('limit, cursor, max_items and fields are unknown to operations that are not lists', async t => {
  const { app } = await startApp(t, { definitions: [fakeOperation('saw', {})] })
  for (const payload of [{ limit: 1 }, { cursor: 'x' }, { max_items: 1 }, { fields: ['x'] }])
    t.equal((await post(app, '/v1/workshop/saw', payload)).statusCode, 400, JSON.stringify(payload))
})
