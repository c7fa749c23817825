import type { Client } from '@modelcontextprotocol/client'
import t from 'tap'
import { Type } from 'typebox'
import { type AnyTool, defineTool } from '../../../src/contract/tool.ts'
import { environmentNames } from '../../../src/systems/instances.ts'
import { startApp } from '../../helpers/app.ts'
import { fakeOperation } from '../../helpers/fake-tool.ts'
import { connect, ERAS, rpc } from '../../helpers/mcp.ts'

/** A system that needs a setting. */
const forge: AnyTool = defineTool({
  name: 'forge',
  title: 'Forge',
  description: 'Makes horseshoes in tests. Needs FORGE_FIRE.',
  prompt: 'Use the forge for horseshoes.',
  settings: Type.Object({ fire: Type.String({ description: 'Where the fire is' }) }),
  connect: () => ({}),
  available: async () => ({ available: true }),
  concurrent: true
})
/** A system that needs a program. */
const mill: AnyTool = { ...forge, name: 'mill', title: 'Mill', settings: Type.Object({}), installed: () => false }

const definitions = [
  fakeOperation('add', {}),
  fakeOperation('erase', {}),
  fakeOperation('bend', {}, undefined, { tool: forge }),
  fakeOperation('weld', {}, undefined, { tool: forge }),
  fakeOperation('grind', {}, undefined, { tool: mill })
]
const packs = { craft: ['workshop_add', 'forge_bend', 'mill_grind'], rough: ['workshop_erase'], hot: ['forge'] }

/** The tools of a connection, in each way to list them. */
async function listed(client: Client): Promise<string[]> {
  const { tools } = await client.listTools()
  const { prompts } = await client.listPrompts()
  const { resources } = await client.listResources()
  const { contents } = await client.readResource({ uri: 'toolgate://openapi.json' })
  const [{ text = '' } = {}] = contents.map(content => ({ text: 'text' in content ? content.text : '' }))
  const found = definitions.map(({ id }) => id).filter(id => text.includes(`"${id}"`))
  return [
    ...tools.map(({ name }) => `tool ${name}`),
    ...prompts.map(({ name }) => `prompt ${name}`),
    ...resources.map(({ uri }) => uri).filter(uri => uri !== 'toolgate://openapi.json'),
    ...found.map(id => `openapi ${id}`)
  ]
}

for (const era of ERAS) {
  t.test(`${era}: systems that are not configured are not listed, and a call of their tools returns what to set`, async t => {
    const { app } = await startApp(t, { definitions, packs: () => packs })
    const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }), { era })
    t.strictSame(await listed(client), [
      'tool workshop_add',
      'tool workshop_erase',
      'prompt workshop',
      'toolgate://reference/workshop',
      'openapi workshop_add',
      'openapi workshop_erase'
    ])
    const { isError, structuredContent } = await client.callTool({ name: 'forge_bend', arguments: {} })
    t.equal(isError, true)
    t.match(structuredContent, {
      error: { code: 'CONFIGURATION_ERROR', details: { reason: 'configuration_missing', suggestions: [/Set FORGE_FIRE/] } }
    })
  })

  t.test(`${era}: configured systems are listed, however they are configured`, async t => {
    for (const source of [
      { environment: { FORGE_FIRE: 'here' } },
      { systems: { forge: { instances: { work: { fire: 'there' } } } } },
      { sandbox: { forge: { fire: 'sandbox' } } },
      { systems: { forge: { instances: { work: { fier: 'there' } } } } } // its calls report the mistake
    ]) {
      const { app } = await startApp(t, { definitions, ...source })
      const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }), { era })
      t.match(await listed(client), ['tool forge_bend', 'tool forge_weld'], JSON.stringify(source))
    }
  })

  t.test(`${era}: ?pack= limits every list and every call`, async t => {
    const { app } = await startApp(t, { definitions, packs: () => packs, environment: { FORGE_FIRE: 'here' } })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const craft = await connect(t, url, { era, query: '?pack=craft' })
    t.strictSame(await listed(craft), [
      'tool forge_bend',
      'tool workshop_add',
      'prompt forge',
      'prompt workshop',
      'toolgate://reference/forge',
      'toolgate://reference/workshop',
      'openapi workshop_add',
      'openapi forge_bend'
    ])
    const { contents } = await craft.readResource({ uri: 'toolgate://reference/forge' })
    t.match(JSON.stringify(contents), /forge_bend/)
    t.notMatch(JSON.stringify(contents), /forge_weld/)
    t.match((await craft.callTool({ name: 'workshop_add', arguments: {} })).structuredContent, { seen: {} })
    await t.rejects(craft.callTool({ name: 'workshop_erase', arguments: {} }), {
      code: -32602,
      message: /limited to the packs craft.*Nothing was called/
    })
    await t.rejects(craft.callTool({ name: 'workshop_eraze', arguments: {} }), { code: -32602, message: /Unknown tool/ })
    await t.rejects(craft.getPrompt({ name: 'mill' }), { code: -32602 })

    const both = await connect(t, url, { era, query: '?pack=craft&pack=rough' })
    t.strictSame(
      (await both.listTools()).tools.map(({ name }) => name),
      ['forge_bend', 'workshop_add', 'workshop_erase']
    )
  })
}

t.test('the path and the query select packs, systems and tools, and add up', async t => {
  const { app } = await startApp(t, { definitions, packs: () => packs, environment: { FORGE_FIRE: 'here' } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const by = async (query: string) => (await (await connect(t, url, { query })).listTools()).tools.map(({ name }) => name)
  t.strictSame(await by('/craft'), await by('?pack=craft'))
  t.strictSame(await by('?tools=workshop_add,workshop_erase'), ['workshop_add', 'workshop_erase'])
  t.ok((await by('?systems=workshop')).every(name => name.startsWith('workshop_')))
  t.strictSame(await by('/craft?tools=workshop_erase'), await by('?pack=craft&pack=rough'))
  for (const query of ['/none', '?systems=none', '?tools=none']) {
    const response = await fetch(new URL(`/mcp${query}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}'
    })
    t.equal(response.status, 400, query)
  }
})

t.test('a pack of systems that are not configured lists nothing, and its calls return what to set', async t => {
  const { app } = await startApp(t, { definitions, packs: () => packs })
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }), { query: '?pack=hot' })
  t.strictSame(await listed(client), [])
  t.match((await client.callTool({ name: 'forge_weld', arguments: {} })).structuredContent, { error: { code: 'CONFIGURATION_ERROR' } })
})

t.test('with search tools only, a pack limits what they find, describe and call', async t => {
  const { app } = await startApp(t, { definitions, packs: () => packs, mcp: { discovery: 'search' } })
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }), { query: '?pack=craft' })
  const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input })
  t.match((await call('search_tools', { query: 'tests' })).structuredContent, { items: [{ name: 'workshop_add' }], total: { value: 1 } })
  t.match((await call('search_tools', { query: 'quetzal' })).structuredContent, { items: [], systems: [{ system: 'workshop' }] })
  t.match((await call('describe_tool', { name: 'workshop_add' })).structuredContent, { name: 'workshop_add' })
  t.match((await call('describe_tool', { name: 'forge_bend' })).structuredContent, { name: 'forge_bend' }, 'it can be called')
  t.match((await call('describe_tool', { name: 'workshop_erase' })).structuredContent, { error: { code: 'NOT_FOUND_ERROR' } })
  t.match((await call('call_tool', { name: 'workshop_add', arguments: {} })).structuredContent, { seen: {} })
  t.match(await call('call_tool', { name: 'workshop_erase', arguments: {} }), {
    isError: true,
    structuredContent: { error: { message: /limited to the packs craft/ } }
  })
})

t.test('a key sees only the tools of a pack that it may call', async t => {
  const auth = { identify: (id: string) => ({ id, scopes: [id] }), anonymous: undefined }
  const visible = ({ id }: { id: string }, { scopes }: { scopes: readonly string[] }) => scopes.includes(id)
  const { app } = await startApp(t, { definitions, packs: () => packs, auth, ports: { visible } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const names = async (key: string) =>
    (await (await connect(t, url, { key, query: '?pack=craft' })).listTools()).tools.map(({ name }) => name)
  t.strictSame(await names('workshop_add'), ['workshop_add'])
  t.strictSame(await names('workshop_erase'), [])
})

t.test('an unknown pack, and any other parameter, is refused with the existing ones', async t => {
  const { app } = await startApp(t, { definitions, packs: () => packs })
  const post = (query: string) =>
    app.inject({
      method: 'POST',
      url: `/mcp${query}`,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    })
  t.equal((await post('')).statusCode, 200)
  for (const [query, expected] of [
    ['?pack=crafd', /There is no pack crafd\. Available packs: craft, hot, rough\..*Did you mean craft\?/],
    ['?pack=craft&pack=none', /There is no pack none\. Available packs: craft, hot, rough\./],
    ['?pack=craft,rough', /There is no pack craft,rough/],
    ['?pack=', /pack/],
    ['?pakc=craft', /pakc.*pack/s],
    [`?pack=${'x'.repeat(500)}`, /pack/],
    [`?${Array.from({ length: 50 }, () => 'pack=craft').join('&')}`, /pack/],
    ['?__proto__=1&pack=craft', /__proto__/]
  ] as const) {
    const { statusCode, body } = await post(query)
    t.equal(statusCode, 400, query)
    t.match(body, /"code":"VALIDATION_ERROR"/, query)
    t.match(body, expected, query)
  }
})

t.test('packs take effect as soon as the configuration changes', async t => {
  let current: Record<string, string[]> = { craft: ['workshop_add'] }
  const { app } = await startApp(t, { definitions, packs: () => current })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = await connect(t, url, { query: '?pack=craft' })
  const names = async () => (await rpc(`${url}`, 'tools/list', {})).result.tools.length
  t.equal(await names(), 2)
  t.equal((await client.listTools({}, { cacheMode: 'refresh' })).tools.length, 1)
  current = { craft: ['workshop'] }
  t.equal((await client.listTools({}, { cacheMode: 'refresh' })).tools.length, 2)
})

t.test('a listening client is notified when the configuration changes', async t => {
  const listeners = new Set<() => void>()
  const onConfigured = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const environment: Record<string, string> = {}
  const { app } = await startApp(t, { definitions, onConfigured, environment })
  const changed = Promise.withResolvers<void>()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = await connect(t, url, { onToolsChanged: changed.resolve })
  await client.listTools()
  for (const listener of listeners) listener()
  await changed.promise
  const old = await connect(t, url, { era: '2025-11-25' })
  t.notOk(old.getServerCapabilities()?.tools?.listChanged, 'older versions have no stream without a session')
  await client.close()
  await app.close()
  t.equal(listeners.size, 0)
})

t.test('every system that is not configured is omitted, and a call of it names a variable to set', async t => {
  const { app, catalog } = await startApp(t, { environment: { FILESYSTEM_ROOTS: '' }, mcp: { discovery: 'all' } })
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
  const { tools } = await client.listTools()
  const listed = new Set(tools.map(({ name }) => name.split('_', 1)[0]))
  const systems = catalog.tools.filter(({ name }) => !listed.has(name))
  t.ok(systems.length >= 6, systems.map(({ name }) => name).join())
  for (const tool of systems.filter(({ preset }) => preset !== true)) {
    const operation = catalog.operations.find(candidate => candidate.tool === tool && candidate.kind === 'operation')
    const example = operation?.examples.find(candidate => 'output' in candidate)
    const { structuredContent } = await client.callTool({
      name: operation?.id ?? '',
      arguments: { ...example?.input, ...(operation?.permission !== 'read' && { confirm: true }) }
    })
    t.match(structuredContent, { error: { code: 'CONFIGURATION_ERROR', details: { reason: 'configuration_missing' } } }, tool.name)
    const suggestions = JSON.stringify(structuredContent)
    t.ok(
      environmentNames(tool).some(name => suggestions.includes(name)),
      `${tool.name}: ${suggestions}`
    )
    t.notMatch(suggestions, /Set ,/)
  }
})
