import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { rpc } from '../../helpers/mcp.ts'

const nameOf = (at: number): string => `tool_${String(at).padStart(3, '0')}`
const definitions = Array.from({ length: 201 }, (_, at) => fakeOperation(nameOf(at), {}))
const keys = new Map(['all', 'odd'].map(id => [id, { id, scopes: ['*'] }]))

/** A gateway whose key `odd` sees every second tool. */
async function open(tools = definitions, discovery: 'all' | 'auto' = 'all'): Promise<string> {
  const { app } = await startApp(t, {
    definitions: tools,
    mcp: { discovery },
    auth: { identify: key => keys.get(key) ?? 'unknown', anonymous: undefined },
    ports: { visible: ({ name }, { id }) => id === 'all' || Number(name.slice(-3)) % 2 === 1 }
  })
  return await app.listen({ port: 0, host: '127.0.0.1' })
}

const url = await open()
const list = async (cursor?: string, key = 'all', place = url) =>
  await rpc(place, 'tools/list', cursor === undefined ? {} : { cursor }, { key })

const names = ({ tools }: { tools: { name: string }[] }): string[] => tools.map(({ name }) => name)
const first = (await list()).result

t.test('a page has a hundred tools and the cursor of the next one', async t => {
  t.equal(first.tools.length, 100)
  t.equal(first.nextCursor, `workshop_${nameOf(99)}`)
})

t.test('the pages together are all tools in the order of their names, and the last one has no cursor', async t => {
  const second = (await list(first.nextCursor)).result
  const third = (await list(second.nextCursor)).result
  t.strictSame(
    [first, second, third].flatMap(names),
    definitions.map(({ id }) => id)
  )
  t.equal(third.tools.length, 1)
  t.notOk('nextCursor' in third)
})

t.test('a cursor of a tool that no longer exists continues with the one after it', async t => {
  const fewer = await open(definitions.filter(({ id }) => id !== first.nextCursor))
  t.equal(names((await list(first.nextCursor, 'all', fewer)).result)[0], `workshop_${nameOf(100)}`)
})

t.test('with the cursor of another key, a key sees its own tools', async t => {
  const { result } = await list(first.nextCursor, 'odd')
  t.strictSame(
    names(result),
    definitions.map(({ id }) => id).filter((id, at) => at % 2 === 1 && id > first.nextCursor)
  )
})

t.test('an invalid cursor is refused', async t => {
  for (const cursor of ['', 'Workshop', '1', '../', 'a b']) t.match(await list(cursor), { error: { code: -32602 } }, cursor)
})

t.test('two gateways list the same bytes', async t =>
  t.equal(JSON.stringify((await list(undefined, 'all', await open())).result), JSON.stringify(first))
)

t.test('by default up to sixty tools are listed, and more are searched', async t => {
  const listed = async (count: number, key = 'all') =>
    names((await list(undefined, key, await open(definitions.slice(0, count), 'auto'))).result)
  t.equal((await listed(60)).length, 60)
  t.strictSame(await listed(61), ['search_tools', 'describe_tool', 'call_tool'])
  t.equal((await listed(120, 'odd')).length, 60, 'what counts is what the key sees')
})
