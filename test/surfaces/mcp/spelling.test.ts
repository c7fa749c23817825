import t from 'tap'
import { Type } from 'typebox'
import { toJsonSchema } from '../../../src/catalog/json-schema.ts'
import { inputOf } from '../../../src/catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../../../src/contract/operation.ts'
import { startApp } from '../../helpers/app.ts'
import { byName, fakeOperation } from '../../helpers/fake-tool.ts'
import { connect } from '../../helpers/mcp.ts'

type Input = Record<string, unknown>

/** Every property of an operation in camelCase, with null, and one that does not exist: nothing is called, and every mistake is listed. */
function respelt(operation: Operation): Input {
  const { properties = {} } = toJsonSchema(inputOf(operation))
  const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return { ...Object.fromEntries(Object.keys(properties).map(name => [camel(name), null])), no_such_property: 1 }
}

/** The paths that a refusal names. */
function pathsIn(envelope: unknown): string[] {
  const issues: unknown = Object(Object(Object(envelope)['error'])['details'])['issues']
  return Array.isArray(issues) ? issues.map(({ path }) => String(path)) : [JSON.stringify(envelope)]
}

t.test('every operation accepts the same spellings over MCP as by name', async t => {
  const { app, catalog } = await startApp(t)
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
  for (const operation of catalog.operations) {
    const input = respelt(operation)
    const named = pathsIn((await byName(app, operation.id, input)).json())
    const { structuredContent } = await client.callTool({ name: operation.id, arguments: input })
    t.strictSame(pathsIn(structuredContent), named, operation.id)
    t.ok(named.includes('no_such_property'), operation.id)
    t.notOk(
      named.some(path => /[A-Z]/.test(path)),
      `${operation.id}: ${named}`
    )
  }
})

t.test('every alias of an operation calls it over MCP, as by name', async t => {
  const { app, catalog } = await startApp(t)
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
  for (const operation of catalog.operations)
    for (const { name, when = {} } of operation.aliases) {
      const { structuredContent } = await client.callTool({ name, arguments: { ...when, no_such_property: 1 } })
      t.match(Object(structuredContent), { error: { message: new RegExp(`Invalid input for ${operation.id}`) } }, name)
    }
})

t.test('null counts as absent in every spelling of a property, whether or not it is required', async t => {
  const id = Type.Integer({ description: 'Which', 'x-aliases': ['iid'] })
  const { app } = await startApp(t, {
    definitions: [fakeOperation('bolt', { bolt_iid: id, thread: Type.Optional(Type.Integer({ description: 'Which' })) })]
  })
  const client = await connect(t, await app.listen({ port: 0, host: '127.0.0.1' }))
  const cases: [Input, unknown][] = [
    [{ bolt_iid: null, iid: 3 }, { seen: { bolt_iid: 3 } }],
    [{ iid: 3, bolt_iid: null }, { seen: { bolt_iid: 3 } }],
    [{ boltIid: 3, bolt_iid: null, iid: null }, { seen: { bolt_iid: 3 } }],
    [{ bolt_iid: 3, iid: null, boltIid: null }, { seen: { bolt_iid: 3 } }]
  ]
  for (const [input, expected] of cases) {
    t.strictSame((await byName(app, 'workshop_bolt', input)).json().data, expected, JSON.stringify(input))
    t.strictSame((await client.callTool({ name: 'workshop_bolt', arguments: input })).structuredContent, expected, JSON.stringify(input))
  }
  t.match((await byName(app, 'workshop_bolt', { bolt_iid: null, iid: null })).json(), {
    error: { details: { issues: [{ path: 'bolt_iid' }] } }
  })
  t.match((await byName(app, 'workshop_bolt', { bolt_iid: 2, iid: 3 })).json(), { error: { message: /given in two spellings/ } })
})

t.test('booleans of every query are accepted in any case', async t => {
  const { app, catalog } = await startApp(t)
  let tried = 0
  for (const operation of catalog.operations) {
    if (!operation.http.startsWith('GET') || highestPermission(operation.permission) !== 'read') continue
    const { properties = {} } = toJsonSchema(inputOf(operation))
    const flags = Object.keys(properties).filter(name => properties[name]?.type === 'boolean')
    if (flags.length === 0) continue
    const [, path = ''] = operation.http.split(' ')
    for (const text of ['True', 'FALSE', 'true', 'yes']) {
      const query = new URLSearchParams([...flags.map(name => [name, text]), ['no_such_property', '1']])
      const url = `/v1/${operation.tool.name}${path.replace(/:\w+/g, '1')}?${query}`
      const paths = pathsIn((await app.inject({ url })).json())
      for (const name of flags) t.equal(paths.includes(name), text === 'yes', `${operation.id} ${name}=${text}`)
      tried++
    }
  }
  t.ok(tried > 20, `${tried}`)
})
