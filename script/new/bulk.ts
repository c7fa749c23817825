import { existsSync } from 'node:fs'
import path from 'node:path'
import { cameled, checkName, type Files, hyphenated, root, toolExport } from './files.ts'

/** The files of a bulk adapter: the adapter and its test, which holds it to the contract of all adapters. */
export function bulkFiles(system: string, name: string): Files {
  const tool = toolExport(system)
  checkName(system, name, 'bulk')
  if (!existsSync(path.join(root, 'sandbox', system, 'sandbox.ts')))
    throw new Error(`${system} has no sandbox server (sandbox/${system}/sandbox.ts), which the test of an adapter needs`)
  const adapter = `src/tools/${system}/bulk/${hyphenated(name)}.ts`
  const test = `test/tools/${system}/bulk/${hyphenated(name)}.test.ts`
  return {
    test,
    next: [
      `Fill in ${adapter} and ${test}; docs/contributing/bulk-adapter.md explains every part`,
      `Add the upstream requests of the action to sandbox/${system}, if they are missing`
    ],
    files: new Map([
      [adapter, adapterText(system, tool, name)],
      [test, testText(system, tool, name)]
    ])
  }
}

const adapterText = (system: string, tool: string, name: string): string => `import { Type } from 'typebox'
import { type BulkCall, type BulkItem, defineBulk } from '../../../contract/bulk.ts'
import { forEachItem, type ItemResult } from '../../../contract/each-item.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { ${tool} } from '../tool.ts'

export default defineBulk(${tool}, {
  name: '${name}',
  summary: 'FILL IN: what it does to many items, in one line that starts with a verb, without a period at the end',
  description:
    'FILL IN: "Creates a job that …". Then "Use it for many …, not for one." Then what the preview shows, what is skipped, and what is lost. Returns the job: poll it with jobs_get.',
  permission: 'write', // FILL IN: read, write or destructive
  input: Type.Object({
    // FILL IN: what selects the items, and the parameters of the action
    query: Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description: 'FILL IN: which items. Set either this or ids' }))
  }),
  requires: [oneOf('query', 'ids')],
  see_also: [], // FILL IN: the operation for one item, and one that shows the items
  asked_as: { en: [] }, // FILL IN: 3 to 6 phrases that people say when they need it
  errors: {},
  examples: [
    {
      name: 'preview',
      summary: 'A job that shows what it would do and awaits confirmation',
      input: { query: 'FILL IN: a selection of at least three items of the sandbox' },
      output: awaitingJob({
        operation: '${system}_bulk_${name}',
        message: 'FILL IN: the message of this input',
        sample: [{ item_id: 'FILL IN', display_name: 'FILL IN' }],
        undoable: false, // FILL IN: true with undo
        estimated_seconds: 1
      })
    },
    { name: 'no_selection', summary: 'Neither a query nor ids', input: {}, error: { reason: 'missing_required_field' } }
  ],
  message: () => 'FILL IN: one line that says what the job will do, with the values of the input',
  idempotent: false, // FILL IN: true if executing an item twice has the same effect as once
  max_batch: 1, // FILL IN: items in one call of executeBatch; 1 if the upstream takes one per request
  concurrency: 1, // FILL IN: calls of executeBatch at once
  items_per_second: 10, // FILL IN: what the upstream allows, for the estimate in the preview

  /** Checks the parameters and resolves names to IDs. Fetches no items, changes nothing. */
  async prepare({ query }) {
    return { query: { query: query ?? '' }, action: {}, metadata: {} } // FILL IN
  },

  async count() {
    throw new Error('FILL IN: count(query, call): return { value, relation }')
  },

  async nextBatch() {
    throw new Error('FILL IN: nextBatch(query, { size, cursor }, call): return { items: [{ id, display_name }], next }')
  },

  executeBatch: (items, _action, call) => forEachItem(items, call, item => execute(item, call))
  // FILL IN: reconcile (checks unknown items), undo and describe, if the upstream allows them; else remove this line
})

/** Sends one write, once: with max_retries 0. */
async function execute(item: BulkItem, _call: BulkCall): Promise<ItemResult> {
  throw new Error(\`FILL IN: execute \${item.id} and return { outcome: 'succeeded' }\`)
}
`

function testText(system: string, tool: string, name: string): string {
  const adapter = cameled(name)
  return `import path from 'node:path'
import t, { type Test } from 'tap'
import type { Received } from '../../../../sandbox/control/requests.ts'
import sandbox from '../../../../sandbox/${system}/sandbox.ts'
import ${adapter} from '../../../../src/tools/${system}/bulk/${hyphenated(name)}.ts'
import { ${tool} } from '../../../../src/tools/${system}/tool.ts'
import { failWith, leftToFillIn } from '../../../helpers/operation-test.ts'
import { clientOf, controlOf } from '../../../helpers/sandbox-control.ts'
import { type AdapterContract, adapterContract, type RequestKind, type TestSystem } from '../../../jobs/adapter-contract.ts'

export const contract: AdapterContract = {
  adapter: ${adapter},
  open,
  classify,
  good: { query: 'FILL IN: selects three items or more that the action would change' },
  nothing: { query: 'FILL IN: selects no item' },
  names: [], // FILL IN: names in good, with the IDs that prepare resolves them to; [] if there are none
  refused: [], // FILL IN: inputs that prepare must refuse, as { input, path }
  unknown_names: [], // FILL IN: names that match nothing or several things, as { input, path, suggestions }; [] if there are none
  without: {} // FILL IN: checks that the upstream leaves no way to make, each with the reason; {} if there are none
}

const left = leftToFillIn(['src/tools/${system}/bulk/${hyphenated(name)}.ts', path.relative('.', import.meta.filename)])
if (left.length > 0) failWith('${system}_bulk_${name}', left)
else adapterContract(t, contract)

/** The system in its first state, and how it fails. */
async function open(t: Test): Promise<TestSystem> {
  const { settings, close } = await sandbox.start({ dataDirectory: '' })
  const client = await clientOf(t, ${tool}, settings)
  t.teardown(async () => await close?.())
  const url = String(settings['url'])
  const control = controlOf(url)
  const writeTo = (id: string) => ({ method: 'PUT', path: \`/fill-in/\${id}$\` }) // FILL IN: the write to one item
  return {
    client,
    requestLog: control,
    state: async () => JSON.parse(await (await fetch(\`\${url}/fill-in\`)).text()), // FILL IN: everything that the action could change; send the token of settings if the server requires one
    fail: {
      item: id => control.failNext(writeTo(id), { status: 404, body: { message: 'Not found' } }, 9),
      rate_limit: id => control.failNext(writeTo(id), { status: 429, headers: { 'retry-after': '1' } }, 9),
      credential: id => control.failNext(writeTo(id), { status: 401 }, 9),
      lost: id => control.failNext(writeTo(id), { cut: true, after: true }, 9),
      async count() {
        await control.failNext({ path: '/fill-in\\\\?' }, { status: 400, body: { message: 'Bad query' } }) // FILL IN: the request of count
        return 'Bad query'
      }
      // FILL IN: with undo also changed: async id => { … }, in which another client changes the item; else remove this line
    }
  }
}

/** Classifies a request that the sandbox received. */
function classify({ method, path }: Received): RequestKind {
  if (method !== 'GET') return { kind: 'write', ids: [path.split('/').at(-1) ?? ''] } // FILL IN: the items that it writes
  return { kind: 'other' } // FILL IN: { kind: 'list', most } for pages, { kind: 'item' } for single items
}
`
}
