import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Definition } from '../../../src/catalog/catalog.ts'
import { type BulkAdapter, defineBulk } from '../../../src/contract/bulk.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { programJob, startJob } from '../../../src/contract/program-job.ts'
import { stream } from '../../../src/contract/stream.ts'
import { itemNamed, shelf, succeeded, testAdapter } from '../../helpers/bulk.ts'
import { fakeOperation, fakeTool } from '../../helpers/fake-tool.ts'

/** One red pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** The header of a sound without a sample. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = Type.String({ description: 'A text' })

/** The conformance suites call tools by fixed names. */
const called = <T extends { id: string }>(id: string, definition: T): T => ({ ...definition, id })

async function* bytes(base64: string): AsyncGenerator<Buffer> {
  yield Buffer.from(base64, 'base64')
}

const file = (name: string, media_type: string, base64: string): Operation =>
  called(
    name,
    fakeOperation(name, {}, () => ({ body: bytes(base64), media_type }), { http: `GET /${name}`, output: stream([media_type]) })
  )

/** A job of one item, and the operation that creates it. */
function jobMaker(name: string, execute: (seconds: number, signal: AbortSignal) => Promise<'succeeded' | 'failed'>): Operation {
  const error = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'It failed on purpose.' }
  const job = called(
    name,
    programJob<unknown, { seconds: number }>(fakeTool, {
      name,
      message: ({ seconds }) => `Compute for ${seconds} seconds`,
      async execute({ seconds }, { signal }) {
        const outcome = await execute(seconds, signal)
        return outcome === 'failed' ? { outcome, error } : { outcome }
      }
    })
  )
  const properties = {
    seconds: Type.Number({ default: 0, description: 'How long' }),
    label: Type.Optional(text)
  }
  const made = fakeOperation(name, properties, ({ seconds }, call) => startJob(job, { seconds: Number(seconds) }, call), {
    permission: 'write'
  })
  return called(name, { ...made, job })
}

const eraser = defineBulk(shelf, {
  name: 'confirm_delete',
  summary: 'Delete a file once it is confirmed',
  description: 'Use it in tests.',
  permission: 'destructive',
  input: Type.Object({ filename: text }),
  errors: {},
  examples: [],
  idempotent: true,
  max_batch: 1,
  prepare: async ({ filename }) => ({ query: { filename }, action: {} }),
  count: async () => ({ value: 1, relation: 'eq' }),
  nextBatch: async () => ({ items: [itemNamed('file')] }),
  async *executeBatch(items) {
    for (const item of items) yield succeeded(item)
  }
})

const broken = testAdapter({
  name: 'protocol_error_job',
  nextBatch: async () => {
    throw new Error('A defect, on purpose.')
  }
})

const operations: Operation[] = [
  called(
    'test_simple_text',
    fakeOperation('test_simple_text', {}, () => ({ seen: 'This is a simple text response for testing.' }))
  ),
  file('test_image_content', 'image/png', PIXEL),
  file('test_audio_content', 'audio/wav', SILENCE),
  called(
    'test_error_handling',
    fakeOperation('test_error_handling', {}, (_input, { fail }) => {
      throw fail('invalid_field_value', 'This tool intentionally returns an error for testing')
    })
  ),
  called(
    'test_tool_with_progress',
    fakeOperation('test_tool_with_progress', {}, async (_input, call) => {
      for (const done of [0, 50, 100]) {
        call.progress(done, 100)
        await sleep(1_010) // progress is sent once a second
      }
      return {}
    })
  ),
  called(
    'greet',
    fakeOperation('greet', { name: text }, ({ name }) => ({ seen: `Hello, ${name}!` }), { markdown: ({ seen }) => seen })
  ),
  jobMaker('slow_compute', async (seconds, signal) => {
    await sleep(seconds * 1_000, undefined, { signal })
    return 'succeeded'
  }),
  jobMaker('failing_job', async () => 'failed')
]

export const ADAPTERS: BulkAdapter[] = [
  called('confirm_delete', eraser),
  called('protocol_error_job', broken),
  ...operations.flatMap(({ job }) => job ?? [])
]

/** The tools of the suites that can be an operation or a bulk action. */
export const DEFINITIONS: Definition[] = [...operations, ...ADAPTERS.filter(({ kind }) => kind !== 'process')]
