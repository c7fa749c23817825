// Code against the types that openapi-typescript generates from openapi/openapi.json. Compiled by TypeScript 5 under strict, then run.
import { argv, stdout } from 'node:process'
import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/schema.d.ts'

const gateway = createClient<paths, 'application/json'>({ baseUrl: argv[2] ?? '' })

const found = await gateway.POST('/v1/filesystem/read_file', { body: { file_path: 'hello.txt' } })
// Any call can return the job that it became on request.
const text: string | undefined = found.data && 'content' in found.data.data ? found.data.data.content : undefined
const operation: string | undefined = found.data?.metadata.operation

const missing = await gateway.POST('/v1/filesystem/read_file', { body: { file_path: 'nothing.txt' } })
const reason: components['schemas']['ErrorDetails']['reason'] | undefined = missing.error?.error.details.reason

const entries = await gateway.POST('/v1/filesystem/list_directory', { body: { path: '.', limit: 1 } })
const catalog = await gateway.GET('/v1/catalog', { params: { query: { system: 'filesystem', limit: 5 } } })
const explained = await gateway.GET('/errors/{code}', { params: { path: { code: 'NOT_FOUND_ERROR' } } })

// Mistakes that the types must reject. None of it runs.
export const wrong = [
  // @ts-expect-error a misspelled property
  () => gateway.POST('/v1/filesystem/read_file', { body: { paht: 'hello.txt' } }),
  // @ts-expect-error a number instead of text
  () => gateway.POST('/v1/filesystem/read_file', { body: { file_path: 1 } }),
  // @ts-expect-error no such path
  () => gateway.POST('/v1/filesystem/red_file', { body: { file_path: 'hello.txt' } }),
  // @ts-expect-error no such reason
  () => reason === 'not_found'
]

stdout.write(
  JSON.stringify({
    text,
    operation,
    status: missing.response.status,
    code: missing.error?.error.code,
    reason,
    entries: entries.data && 'items' in entries.data.data ? entries.data.data.items.map(({ name }) => name) : undefined,
    rows: catalog.data?.data.items.length,
    explained: explained.data?.data.status
  })
)
