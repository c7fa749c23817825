import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { type BulkAdapter, defineBulk } from '../../../src/contract/bulk.ts'
import type { Definition } from '../../../src/contract/catalog.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { programJob, startJob } from '../../../src/contract/program-job.ts'
import { stream } from '../../../src/contract/stream.ts'
import { itemNamed, shelf, shelfAction, succeeded } from '../../helpers/bulk.ts'
import { make, workshop } from '../../helpers/workshop.ts'

/** One red pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** The head of a sound without a sample. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const text = Type.String({ description: 'A text' })

/** The conformance suites call tools by names of their own. */
const called = <T extends { id: string }>(id: string, definition: T): T => ({ ...definition, id })

async function* bytes(base64: string): AsyncGenerator<Buffer> {
  yield Buffer.from(base64, 'base64')
}

const file = (name: string, media_type: string, base64: string): Operation =>
  called(
    name,
    make(name, {}, () => ({ body: bytes(base64), media_type }), { http: `GET /${name}`, output: stream([media_type]) })
  )

/** A job of one item, and the operation that makes it. */
function jobMaker(name: string, execute: (seconds: number, signal: AbortSignal) => Promise<'succeeded' | 'failed'>): Operation {
  const error = { code: 'CONFLICT_ERROR', reason: 'version_conflict', message: 'It failed on purpose.' }
  const job = called(
    name,
    programJob<unknown, { seconds: number }>(workshop, {
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
  const made = make(name, properties, ({ seconds }, call) => startJob(job, { seconds: Number(seconds) }, call), { permission: 'write' })
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

const broken = shelfAction({
  name: 'protocol_error_job',
  nextBatch: async () => {
    throw new Error('A defect, on purpose.')
  }
})

const operations: Operation[] = [
  called(
    'test_simple_text',
    make('test_simple_text', {}, () => ({ seen: 'This is a simple text response for testing.' }))
  ),
  file('test_image_content', 'image/png', PIXEL),
  file('test_audio_content', 'audio/wav', SILENCE),
  called(
    'test_error_handling',
    make('test_error_handling', {}, (_input, { fail }) => {
      throw fail('invalid_field_value', 'This tool intentionally returns an error for testing')
    })
  ),
  called(
    'test_tool_with_progress',
    make('test_tool_with_progress', {}, async (_input, call) => {
      for (const done of [0, 50, 100]) {
        call.progress(done, 100)
        await sleep(1_010) // progress is told once a second
      }
      return {}
    })
  ),
  called(
    'greet',
    make('greet', { name: text }, ({ name }) => ({ seen: `Hello, ${name}!` }), { markdown: ({ seen }) => seen })
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

/** What the suites call that an operation or a bulk action can be. */
export const DEFINITIONS: Definition[] = [...operations, ...ADAPTERS.filter(({ kind }) => kind !== 'process')]
