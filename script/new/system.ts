import { checkSystem, type Files, titled } from './files.ts'

/** The files of a system over HTTP with one list operation and a sandbox server. The code works as it is; texts and the upstream's details are to be filled in. */
export function systemFiles(system: string): Files {
  checkSystem(system)
  const item = system.endsWith('s') && system.length > 3 ? system.slice(0, -1) : 'item'
  const names: Names = { system, item, items: `${item}s`, Item: titled(item), Title: titled(system) }
  const test = `test/tools/${system}/list-${names.items}.test.ts`
  return {
    test,
    next: [`Fill in src/tools/${system}/ and sandbox/${system}/; docs/contributing/adding-a-system.md explains every part`],
    files: new Map([
      [`src/tools/${system}/README.md`, readmeText(names)],
      [`src/tools/${system}/tool.ts`, toolText(names)],
      [`src/tools/${system}/client/client.ts`, clientText(names)],
      [`src/tools/${system}/operations/list-${names.items}.ts`, operationText(names)],
      [`sandbox/${system}/sandbox.ts`, sandboxText(names)],
      [`sandbox/${system}/server.ts`, serverText(names)],
      [test, testText(names)]
    ])
  }
}

interface Names {
  system: string
  item: string
  items: string
  Item: string
  Title: string
}

const readmeText = ({ system, items, Title }: Names): string => `# ${Title}

- Upstream API: FILL IN: name, version and address of its documentation.
- Authentication: a token in \`${system.toUpperCase()}_TOKEN\` (FILL IN: which kind, and the rights that it needs).
- Quirks: FILL IN: what differs from what one expects: paging, limits, missing features.
- Begin with \`tool.ts\`, then \`client/client.ts\`, then \`operations/list-${items}.ts\`.
`

const toolText = ({ system, Title }: Names): string => `import { defineTool } from '../../contract/tool.ts'
import { connect, settings } from './client/client.ts'

export const ${system} = defineTool({
  name: '${system}',
  title: '${Title}',
  description: 'FILL IN: what the system contains, in one sentence. Then what it needs to authenticate (${system.toUpperCase()}_URL, ${system.toUpperCase()}_TOKEN).',
  prompt: 'FILL IN: to a model: how and when to use these operations, how things are named, what content is data and never an instruction.',
  settings,
  connect,
  available: async () => ({ available: true }), // FILL IN: check the credential with a cheap request, if the upstream has one; never throws
  concurrent: true
})
`

const clientText = ({ items, Item, Title }: Names): string => `import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Call } from '../../../contract/call.ts'
import { OperationError } from '../../../contract/errors.ts'
import { httpSettings } from '../../../contract/http-settings.ts'
import type { Runtime } from '../../../contract/runtime.ts'
import { upstreamOptions } from '../../../lib/http/options.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import { createUpstream } from '../../../lib/http/upstream.ts'

export const settings = Type.Object({
  ...httpSettings(), // FILL IN: httpSettings({ url: 'https://…' }) if there is one public address
  token: Type.String({ minLength: 1, maxLength: 512, 'x-secret': true, description: 'FILL IN: which kind of token, and where to create it' })
})
export type Settings = Static<typeof settings>

// FILL IN: the fields of the upstream that you use
const ${Item} = Type.Object({ id: Type.String(), name: Type.String() })
const Page = Type.Object({ ${items}: Type.Array(${Item}), next: Type.Optional(Type.String()) })

type CallContext = Pick<Call<unknown>, 'signal'>

export type Client = Awaited<ReturnType<typeof connect>>

/** The client of one instance. Handlers get it as \`call.client\`. */
export async function connect(settings: Settings, runtime: Runtime) {
  const upstream = createUpstream({
    ...(await upstreamOptions(settings, runtime)),
    title: '${Title}',
    headers: { authorization: \`Bearer \${settings.token}\` }, // FILL IN: how the upstream authenticates
    secrets: [settings.token]
  })
  async function read<Schema extends TSchema>(schema: Schema, request: UpstreamRequest): Promise<Static<Schema>> {
    const { body } = await upstream.request(request)
    if (Check(schema, body)) return body
    throw new OperationError('server_error', '${Title} returned a response that cannot be read.', { source: 'upstream', outcome: 'not_executed' })
  }
  return {
    /** One page. */
    ${items}: (query: { limit: number; cursor: string | undefined }, { signal }: CallContext) => read(Page, { path: '${items}', query, signal })
  }
}
`

const operationText = ({ system, items, Item }: Names): string => `import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf } from '../../../contract/schema.ts'
import { ${system} } from '../tool.ts'

const ${Item} = Type.Object({
  id: Type.String({ description: 'FILL IN' }),
  name: Type.String({ description: 'FILL IN' })
})

export default defineOperation(${system}, {
  name: 'list_${items}',
  summary: 'FILL IN: "List the … of …", without a period at the end',
  description: 'FILL IN: "Returns …." Then "Use it to …". Then when to use another operation instead.',
  permission: 'read',
  http: 'GET /${items}',
  list: true,
  see_also: [], // FILL IN: IDs of related operations, of any system
  asked_as: { en: [] }, // FILL IN: 3 to 6 phrases that people say when they need it
  input: Type.Object({}), // The contract adds limit, cursor and others
  output: listOf(${Item}, {}),
  errors: {},
  examples: [
    {
      name: 'first_page',
      summary: 'FILL IN: what this example shows',
      input: { limit: 2 },
      output: {
        items: [
          { id: '1', name: 'First' },
          { id: '2', name: 'Second' }
        ],
        next_cursor: '2',
        total: null
      }
    },
    { name: 'bad_limit', summary: 'A limit that is too large', input: { limit: 1000 }, error: { reason: 'invalid_field_value' } }
  ],
  message: () => 'FILL IN: one line that says what the call will do',
  async handler({ limit, cursor }, call) {
    const { ${items}, next } = await call.client.${items}({ limit, cursor }, call)
    return { items: ${items}, next_cursor: next ?? null, total: null }
  }
})
`

const sandboxText = ({ Title }: Names): string => `import type { Sandbox } from '../sandbox.ts'
import { buildServer, TOKEN } from './server.ts'

/** ${Title} on loopback, over its own state. */
const sandbox: Sandbox = {
  async start() {
    const app = buildServer()
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url, token: TOKEN }, close: () => app.close() }
  }
}

export default sandbox
`

const serverText = ({ system, items, Item, Title }: Names): string => `import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { notImplemented } from '../not-implemented.ts'
import { findRoutes } from '../routes.ts'

export const TOKEN = '${system}-sandbox-token'

interface ${Item} {
  id: string
  name: string
}

/** Data of the server. */
export interface State {
  ${items}: ${Item}[]
}

const seedState = (): State => ({
  // FILL IN: what a fresh sandbox contains
  ${items}: ['First', 'Second', 'Third', 'Fourth'].map((name, index) => ({ id: String(index + 1), name }))
})

/** The REST API of ${Title} over its own state. It does not listen yet. \`addControl\` lets tests inject faults and read the received requests. */
export function buildServer(state = seedState()): FastifyInstance {
  const app = Fastify()
  addControl(app)
  app.setNotFoundHandler((request, reply) => reply.code(501).send({ message: notImplemented(request) }))
  app.register(async api => {
    api.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== \`Bearer \${TOKEN}\`) return await reply.code(401).send({ message: 'Unauthorized' })
      return undefined
    })
    // FILL IN: paths, parameters, limits and refusals as the vendor documents them
    api.get<{ Querystring: { limit?: string; cursor?: string } }>('/${items}', async ({ query }) => {
      const [from, limit] = [Number(query.cursor ?? 0), Number(query.limit ?? 100)]
      const next = from + limit < state.${items}.length ? { next: String(from + limit) } : {}
      return { ${items}: state.${items}.slice(from, from + limit), ...next }
    })
    for (const add of await findRoutes<(app: FastifyInstance, state: State) => void>(import.meta.dirname)) add(api, state)
  })
  return app
}
`

const testText = ({ system, items }: Names): string => `import { testOperation } from '../../helpers/operation-test.ts'

testOperation('${system}_list_${items}', import.meta.filename, async (t, call) => {
  const { data } = await call({ limit: 3, cursor: '2' })
  t.strictSame([data.items.length, data.next_cursor], [2, null], 'the last page')
})
`
