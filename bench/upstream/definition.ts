import { Type } from 'typebox'
import { defineOperation } from '../../src/contract/operation.ts'
import { defineTool } from '../../src/contract/tool.ts'
import { createUpstream } from '../../src/lib/http/upstream.ts'

const tool = defineTool({
  name: 'bench',
  title: 'Bench',
  description: 'Calls a server on this machine.',
  prompt: 'For measuring only.',
  settings: Type.Object({
    url: Type.String({ description: 'Base address' }),
    token: Type.String({ description: 'Token', 'x-secret': true }),
    units: Type.Integer({ default: 0, description: 'Requests a minute; 0 states no limit' })
  }),
  budgets: ({ units }) => (units === 0 ? [] : [{ name: 'requests', capacity: units, per_ms: 60_000 }]),
  connect: ({ url, token }, { budget }) =>
    createUpstream({ title: 'Bench', url, budget, headers: { authorization: `Bearer ${token}` }, secrets: [token] }),
  available: async () => ({ available: true }),
  concurrent: true
})

/** Reads one thing with got. */
export const getThing = defineOperation(tool, {
  name: 'get_thing',
  summary: 'Get a thing',
  description: 'Gets an item from the server.',
  permission: 'read',
  http: 'GET /things/:thing_id',
  input: Type.Object({ thing_id: Type.Integer({ description: 'Id' }) }),
  output: Type.Object({ thing: Type.Unknown({ description: 'The thing' }) }),
  errors: {},
  examples: [],
  async handler({ thing_id }, { client, signal }) {
    const { body } = await client.request({ path: `things/${thing_id}`, query: { full: true }, signal })
    return { thing: body }
  }
})
