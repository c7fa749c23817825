import { readFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { Type } from 'typebox'
import { toJsonSchema } from '../src/catalog/json-schema.ts'
import { isContinuable } from '../src/catalog/reserved-inputs.ts'
import type { Example } from '../src/contract/examples.ts'
import { highestPermission, type Operation } from '../src/contract/operation.ts'
import { nullable } from '../src/contract/schema.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'
import { temporaryFolder } from './helpers/app.ts'
import { goodExamples } from './helpers/catalog-rules.ts'
import { startGateway } from './helpers/gateway.ts'
import { keepSandbox } from './helpers/restore-sandbox.ts'
import { withoutVolatile } from './helpers/schema-walk.ts'
import { waitUntil } from './helpers/wait-until.ts'

type Input = Record<string, unknown>

const root = path.join(import.meta.dirname, '..')

t.test('the running system responds as the examples show', async t => {
  const dataDirectory = await temporaryFolder(t)
  const { url, catalog } = await startGateway(t, { dataDirectory })
  const restore = keepSandbox(path.join(dataDirectory, 'sandbox/files'))

  const call = async (id: string, input: Input): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/operations/${id}`, { method: 'POST', headers, body: JSON.stringify(input) })
    return JSON.parse(await answer.text())
  }
  const idle = async (): Promise<void> => {
    for (const status of ['queued', 'running']) {
      await waitUntil(async () => !((await call('jobs_list', { status: [status] })).data?.['total']?.['value'] > 0), `no job is ${status}`)
    }
  }
  const inputOf = async ({ given, input }: Example<Input, unknown>): Promise<Input> => {
    if (!given) return input
    const { data } = await call(given.operation, given.input)
    return { ...input, ...Object.fromEntries(Object.entries(given.as).map(([to, from]) => [to, data?.[from]])) }
  }

  for (const operation of catalog.operations) {
    for (const example of operation.examples) {
      if ('output' in example && example.tested_elsewhere !== undefined) continue
      await t.test(`${operation.id}: ${example.name}`, async t => {
        const input = await inputOf(example)
        const answer = await call(operation.id, isContinuable(operation) ? { ...input, compact: false } : input)
        if ('error' in example)
          t.match(answer.error, {
            details: { reason: example.error.reason },
            ...(example.error.message && { message: example.error.message })
          })
        else t.strictSame(comparable(operation, answer.data), comparable(operation, example.output), JSON.stringify(answer.error))
        if (makesJobs(operation, example)) await idle()
        if (changesFiles(operation)) restore()
      })
    }
  }
})

t.test('examples that are tested elsewhere name the test', async t => {
  const catalog = await loadCatalog(path.join(root, 'src/tools'))
  for (const operation of catalog.operations) {
    for (const { name, tested_elsewhere } of goodExamples(operation)) {
      if (tested_elsewhere === undefined) continue
      const [file = 'nowhere'] = /test\/[\w/-]+\.test\.ts/.exec(tested_elsewhere) ?? []
      t.match(await readFile(path.join(root, file), 'utf8'), name, `${operation.id} ${name}: ${tested_elsewhere}`)
    }
  }
})

t.test('everything is compared except values that the schema marks as volatile', async t => {
  const time = Type.String({ 'x-volatile': true })
  const row = Type.Object({ id: time, name: Type.String() })
  const schema = toJsonSchema(
    Type.Object({ at: time, seen: nullable(time, { description: 'd' }), rows: Type.Array(row), row: nullable(row, { description: 'd' }) })
  )
  const one = { id: '1', name: 'a' }
  t.strictSame(withoutVolatile(schema, { at: 'now', seen: null, rows: [one, one], row: one, more: { x: null } }), {
    rows: [{ name: 'a' }, { name: 'a' }],
    row: { name: 'a' },
    more: { x: null }
  })
})

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: any operation's output
  data?: Record<string, any>
  error?: { message: string; details: Input }
}

/** Examples that use the response of another operation use a job. */
const makesJobs = ({ kind, tool }: Operation, { input, given }: Operation['examples'][number]): boolean =>
  kind === 'bulk' || tool.name === 'jobs' || given !== undefined || (typeof input === 'object' && input !== null && 'mode' in input)

/** Jobs of the examples change files, too. Other systems are not restored: their examples do not interfere. */
const changesFiles = ({ tool, permission }: Operation): boolean =>
  ['filesystem', 'jobs'].includes(tool.name) && highestPermission(permission) !== 'read'

const comparable = ({ output }: Operation, data: unknown): unknown => withoutVolatile(toJsonSchema(output), data)
