import t, { type Test } from 'tap'
import { Type } from 'typebox'
import { listOf } from '../../src/contract/schema.ts'
import { startApp } from '../helpers/app.ts'
import { make, post } from '../helpers/workshop.ts'

const output = listOf(Type.Object({ n: Type.Integer({ description: 'N' }), name: Type.String({ description: 'Name' }) }), {})

/** A list of so many things, and the inputs that its handler was handed. */
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
  const { app } = await startApp(t, { definitions: [make('list', {}, handler, { list: true, partial: true, output })] })
  return { ask: (payload: object) => post(app, '/v1/workshop/list', payload), asked }
}

t.test('a list has a limit of 25, unless told otherwise', async t => {
  const { ask } = await listOfThings(t, 60)
  t.equal((await ask({})).json().data.items.length, 25)
  t.equal((await ask({ limit: 7 })).json().data.items.length, 7)
})

t.test('a page larger than 100, or of none, is refused', async t => {
  const { ask } = await listOfThings(t, 60)
  for (const payload of [{ limit: 101 }, { limit: 0 }, { max_items: 1001 }, { max_items: 0 }, { cursor: '' }])
    t.equal((await ask(payload)).statusCode, 400, JSON.stringify(payload))
})

t.test('the cursor of a page leads to the next, and the last has none', async t => {
  const { ask } = await listOfThings(t, 60)
  const first = (await ask({ limit: 40 })).json().data
  const second = (await ask({ limit: 40, cursor: first.next_cursor })).json().data
  t.match([first.next_cursor, second.items[0].n, second.items.length, second.next_cursor], ['40', 40, 20, null])
})

t.test('max_items gathers pages in one call, and asks for no more than it needs', async t => {
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

t.test('max_items goes on from a cursor', async t => {
  const { ask } = await listOfThings(t, 300)
  const { data } = (await ask({ max_items: 120, cursor: '50' })).json()
  t.match([data.items[0].n, data.items.length, data.next_cursor], [50, 120, '170'])
})

t.test('max_items of more than there is answers all there is', async t => {
  const { ask } = await listOfThings(t, 130)
  const { data } = (await ask({ max_items: 1000 })).json()
  t.match([data.items.length, data.next_cursor, data.total], [130, null, { value: 130 }])
})

t.test('empty pages in between are not the end', async t => {
  let page = 0
  const handler = () => {
    page += 1
    return { items: page === 3 ? [{ n: 1, name: 'a' }] : [], next_cursor: page === 3 ? null : `page ${page}`, total: null }
  }
  const { app } = await startApp(t, { definitions: [make('list', {}, handler, { list: true, output })] })
  t.equal((await post(app, '/v1/workshop/list', { max_items: 10 })).json().data.items.length, 1)
})

t.test('a cursor that leads to itself ends the gathering', async t => {
  const handler = () => ({ items: [{ n: 1, name: 'a' }], next_cursor: 'same', total: null })
  const { app } = await startApp(t, { definitions: [make('list', {}, handler, { list: true, output })] })
  t.equal((await post(app, '/v1/workshop/list', { max_items: 1000 })).json().data.items.length, 2)
})

t.test('a page of more than was asked for is not cut: nothing is lost between cursors', async t => {
  const { ask } = await listOfThings(t, 300, () => 80)
  const { data } = (await ask({ max_items: 100 })).json()
  t.match([data.items.length, data.next_cursor], [160, '160'])
})

t.test('fields choose what each item tells', async t => {
  const { ask } = await listOfThings(t, 2)
  const { data } = (await ask({ fields: ['name'] })).json()
  t.strictSame(data.items, [{ name: 'thing 0' }, { name: 'thing 1' }])
  t.match(data, { next_cursor: null, total: { value: 2 } })
})

t.test('a field that the items do not have is refused, with the nearest', async t => {
  const { ask, asked } = await listOfThings(t, 2)
  const answer = await ask({ fields: ['name', 'nam'] })
  t.equal(answer.statusCode, 400)
  t.strictSame(answer.json().error.details.issues, [
    { path: 'fields[1]', message: 'nam is not a property of the items', expected: 'did you mean name?' }
  ])
  t.equal(asked.length, 0)
})

t.test('limit, cursor, max_items and fields are unknown to what is no list', async t => {
  const { app } = await startApp(t, { definitions: [make('saw', {})] })
  for (const payload of [{ limit: 1 }, { cursor: 'x' }, { max_items: 1 }, { fields: ['x'] }])
    t.equal((await post(app, '/v1/workshop/saw', payload)).statusCode, 400, JSON.stringify(payload))
})
