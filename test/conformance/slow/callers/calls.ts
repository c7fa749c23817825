// Typical code against the clients of four generators: a read, a write, the start of a bulk job, and an error.
// Type-checked by TypeScript 5 under strict with the generated files, then bundled and run.
import { argv, stdout } from 'node:process'
import { configureStore } from '@reduxjs/toolkit'
import { isErrorFromPath } from '@zodios/core'
import { emptyApi } from './empty-api.ts'
import * as oazapfts from './oazapfts.ts'
import { api as rtk } from './rtk.ts'
import { Api } from './swagger-typescript-api.ts'
import { createApiClient } from './zodios.ts'

const baseUrl = argv[2] ?? ''
const good = { file_path: 'hello.txt' }
const missing = { file_path: 'missing.txt' }
const written = (name: string) => ({ file_path: `${name}.txt`, content: 'Written\n' })
const bulk = { glob: '*.txt', search: 'Hello', replacement: 'Goodbye', dry_run: true }

interface Calls {
  text: string | undefined
  path: string | undefined
  job: string | undefined
  reason: string | undefined
}

async function swaggerTypescriptApi(): Promise<Calls> {
  const { v1 } = new Api({ baseUrl })
  const read = await v1.filesystemReadFile(good)
  const write = await v1.filesystemWriteFile(written('swagger-typescript-api'), { headers: { 'Idempotency-Key': 'sta-1' } })
  const started = await v1.filesystemBulkReplaceInFiles(bulk)
  const failure = await v1.filesystemReadFile(missing).catch(response => response)
  const { data } = read.data
  return {
    text: 'content' in data ? data.content : undefined,
    path: 'path' in write.data.data ? write.data.data.path : undefined,
    job: started.data.data.id,
    reason: failure.error.error.details.reason
  }
}

async function oazapftsCalls(): Promise<Calls> {
  const options = { baseUrl }
  const read = await oazapfts.filesystemReadFile(good, {}, options)
  const write = await oazapfts.filesystemWriteFile(written('oazapfts'), {}, options)
  const started = await oazapfts.filesystemBulkReplaceInFiles(bulk, {}, options)
  const failed = await oazapfts.filesystemReadFile(missing, {}, options)
  return {
    text: read.status === 200 && 'content' in read.data.data ? read.data.data.content : undefined,
    path: write.status === 200 ? write.data.data.path : undefined,
    job: started.status === 201 ? started.data.data.id : undefined,
    reason: failed.status === 404 ? failed.data.error.details.reason : undefined
  }
}

async function rtkCalls(): Promise<Calls> {
  const store = configureStore({
    reducer: { [emptyApi.reducerPath]: emptyApi.reducer },
    middleware: get => get().concat(emptyApi.middleware)
  })
  const run = store.dispatch
  const read = await run(rtk.endpoints.filesystemReadFile.initiate({ body: good })).unwrap()
  const write = await run(rtk.endpoints.filesystemWriteFile.initiate({ body: written('rtk') })).unwrap()
  const started = await run(rtk.endpoints.filesystemBulkReplaceInFiles.initiate({ body: bulk })).unwrap()
  const { error } = await run(rtk.endpoints.filesystemReadFile.initiate({ body: missing }))
  const { data } = read
  return {
    text: 'content' in data ? data.content : undefined,
    path: 'path' in write.data ? write.data.path : undefined,
    job: started.data.id,
    reason: error && 'data' in error ? Object(error.data).error.details.reason : undefined
  }
}

async function zodClient(): Promise<Calls> {
  const client = createApiClient(baseUrl)
  const read = await client.filesystem_read_file(good)
  const write = await client.filesystem_write_file(written('zodios'))
  const started = await client.filesystem_bulk_replace_in_files(bulk)
  const error = await client.filesystem_read_file(missing).catch((thrown: unknown) => thrown)
  const isKnown = isErrorFromPath(client.api, 'post', '/v1/filesystem/read_file', error)
  return {
    text: Object(read.data).content,
    path: Object(write.data).path,
    job: started.data.id,
    reason: isKnown ? error.response.data.error.details.reason : undefined
  }
}

stdout.write(
  JSON.stringify({
    'swagger-typescript-api': await swaggerTypescriptApi(),
    oazapfts: await oazapftsCalls(),
    rtk: await rtkCalls(),
    zodios: await zodClient()
  })
)
