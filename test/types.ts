// Each @ts-expect-error below fails `npm run check` if the contract stops catching the mistake.
import { Type } from 'typebox'
import { type BulkBatch, type BulkResult, defineBulk } from '../src/contract/bulk.ts'
import { OperationError } from '../src/contract/errors.ts'
import { defineOperation } from '../src/contract/operation.ts'
import { listOf, stringEnum, type Total } from '../src/contract/schema.ts'
import { defineTool } from '../src/contract/tool.ts'

const about = { title: 't', description: 'd', prompt: 'p', concurrent: true }
const wiki = defineTool({
  ...about,
  name: 'wiki',
  settings: Type.Object({ url: Type.String() }),
  connect: ({ url }) => ({ read: async (id: string) => `${url}/${id}` }),
  available: async () => ({ available: true })
})
const mail = defineTool({
  ...about,
  name: 'mail',
  settings: Type.Object({}),
  connect: () => ({ send: async () => 'sent' }),
  available: async () => ({ available: true })
})

const input = Type.Object({ page_id: Type.String(), colour: Type.Optional(stringEnum(['red', 'blue'], {})) })
const output = Type.Object({ ok: Type.Boolean() })
const good = { name: 'good', summary: 's', input: { page_id: '1' }, output: { ok: true } }
const common = {
  name: 'n',
  summary: 's',
  description: 'd',
  permission: 'read',
  http: 'GET /pages/:page_id',
  input,
  output,
  errors: {},
  examples: [good]
} as const
const handler = async () => ({ ok: true })

// Correct code compiles.
defineOperation(wiki, {
  ...common,
  handler: async ({ page_id, colour }, { client }) => ({ ok: (await client.read(page_id)) === (colour ?? 'red') })
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error a path parameter that the input lacks
  http: 'GET /pages/:page',
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error the second of two path parameters is missing
  http: 'GET /pages/:page_id/:version',
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an unknown method
  http: 'FETCH /pages/:page_id',
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error a path without its slash
  http: 'GET pages/:page_id',
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an unknown permission
  permission: 'admin',
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an output that does not match its schema
  handler: async () => ({ ok: 'yes' })
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an output that lacks a property
  handler: async () => ({})
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error a property that the input lacks
  handler: async ({ pageId }) => ({ ok: pageId === '1' })
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error a value that the enum lacks
  handler: async ({ colour }) => ({ ok: colour === 'green' })
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an optional property may be absent
  handler: async ({ colour }) => ({ ok: colour.length > 3 })
})

defineOperation(wiki, {
  ...common,
  errors: { page_not_found: 'w' },
  handler: async ({ page_id }, { fail }) => {
    if (page_id === '1') throw fail('page_not_found', 'declared')
    if (page_id === '2') throw fail('rate_limit_exceeded', 'common to all')
    // @ts-expect-error a reason that the definition does not declare
    throw fail('version_conflict', 'undeclared')
  }
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an unknown reason
  errors: { page_on_fire: 'w' },
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error a reason without its sentence
  errors: { page_not_found: true },
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error another system's client
  handler: async (_input, { client }) => ({ ok: (await client.send()) === 'sent' })
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an example whose output does not match
  examples: [{ ...good, output: { ok: 'yes' } }],
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an example whose output has an additional property
  examples: [{ name: 'e', summary: 's', input: { page_id: '1' }, output: { ok: true, more: 1 } }],
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an example whose input does not match
  examples: [{ ...good, input: { page_id: 1 } }],
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an example that fails for an undeclared reason
  examples: [{ name: 'e', summary: 's', input: {}, error: { reason: 'version_conflict' } }],
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error an example that neither succeeds nor fails
  examples: [{ name: 'e', summary: 's', input: { page_id: '1' } }],
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error limit exists only for a list
  handler: async ({ limit }) => ({ ok: limit > 1 })
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error dry_run exists only if it is declared
  handler: async ({ dry_run }) => ({ ok: dry_run })
})

defineOperation(wiki, {
  ...common,
  list: true,
  dry_run: true,
  // Both exist here, and cursor may be absent.
  handler: async ({ limit, cursor, dry_run }) => ({ ok: dry_run && limit > (cursor?.length ?? 0) })
})

defineOperation(wiki, {
  ...common,
  output: listOf(Type.Object({ n: Type.Integer() }), {}),
  examples: [],
  list: true,
  // @ts-expect-error a list without its cursor
  handler: async () => ({ items: [{ n: 1 }], total: null })
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error a message about a property that the input lacks
  message: ({ title }) => `Read ${title}`,
  handler
})

defineOperation(wiki, {
  ...common,
  // @ts-expect-error a rendering of a property that the output lacks
  markdown: ({ title }) => title,
  handler
})

// @ts-expect-error no description
defineOperation(wiki, { ...common, description: undefined, handler })

// @ts-expect-error a property that a definition lacks
defineOperation(wiki, { ...common, retries: 3, handler })

defineTool({
  ...about,
  name: 'x',
  settings: Type.Object({ url: Type.String() }),
  // @ts-expect-error a setting that the schema lacks
  connect: ({ token }) => ({ token }),
  available: async () => ({ available: true })
})

defineTool({
  ...about,
  name: 'x',
  settings: Type.Object({}),
  connect: () => ({}),
  // @ts-expect-error unavailable without a reason
  available: async () => ({ available: false })
})

// @ts-expect-error an error for an unknown reason
export const unknown = new OperationError('page_on_fire', 'm')

const action = {
  name: 'n',
  summary: 's',
  description: 'd',
  permission: 'write',
  input,
  errors: {},
  examples: [],
  idempotent: true,
  max_batch: 10,
  prepare: async ({ page_id }: { page_id: string }) => ({ query: { page_id }, action: { days: 3 } }),
  count: async (): Promise<Total> => ({ value: 1, relation: 'eq' }),
  nextBatch: async (): Promise<BulkBatch> => ({ items: [] }),
  executeBatch: async function* (): AsyncGenerator<BulkResult> {
    yield { item_id: '1', outcome: 'succeeded' }
  }
} as const

defineBulk(mail, {
  ...action,
  executeBatch: async function* (items, { days }, { client }) {
    for (const { id } of items) yield { item_id: id, outcome: (await client.send()) === String(days) ? 'succeeded' : 'failed' }
  }
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error the query has no such property
  nextBatch: async ({ sender }) => ({ items: [], next: sender })
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error the action has no such property
  executeBatch: async function* (items, { hours }) {
    for (const { id } of items) yield { item_id: id, outcome: hours ? 'succeeded' : 'failed' }
  }
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error values that a job stores must be plain JSON
  prepare: async () => ({ query: { since: new Date() }, action: { days: 3 } })
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error an outcome that only the engine sets
  executeBatch: async function* () {
    yield { item_id: '1', outcome: 'not_attempted' }
  }
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error an item without its name
  nextBatch: async () => ({ items: [{ id: '1' }] })
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error the relation of the count is missing
  count: async () => ({ value: 1 })
})

// @ts-expect-error idempotent is missing
defineBulk(mail, { ...action, idempotent: undefined })

defineBulk(mail, {
  ...action,
  // @ts-expect-error another system's client
  count: async (_query, { client }) => ({ value: (await client.read('1')).length, relation: 'eq' })
})

defineBulk(mail, {
  ...action,
  errors: { page_not_found: 'w' },
  count: async (_query, { fail }) => {
    // @ts-expect-error a reason that the action does not declare
    throw fail('version_conflict', 'undeclared')
  }
})

defineBulk(mail, {
  ...action,
  reconcile: async function* (items, { days }, { client }) {
    for (const { id } of items) yield { item_id: id, outcome: (await client.send()) === String(days) ? 'succeeded' : 'not_attempted' }
  },
  undo: {
    idempotent: false,
    executeBatch: async function* (items, { days }, { client }) {
      for (const { id, before } of items)
        yield { item_id: id, outcome: before === days && (await client.send()) === '' ? 'succeeded' : 'failed' }
    }
  }
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error a finding with an outcome that only execution can have
  reconcile: async function* () {
    yield { item_id: '1', outcome: 'failed' }
  }
})

defineBulk(mail, {
  ...action,
  // @ts-expect-error idempotent of undo is missing
  undo: { executeBatch: action.executeBatch }
})

defineBulk(mail, {
  ...action,
  undo: {
    idempotent: true,
    // @ts-expect-error the action has no such property
    executeBatch: async function* (items, { hours }) {
      for (const { id } of items) yield { item_id: id, outcome: hours ? 'succeeded' : 'failed' }
    }
  }
})

// @ts-expect-error undoable follows from undo, and is not declared
defineBulk(mail, { ...action, undoable: true })
