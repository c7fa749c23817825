import type { InjectOptions } from 'fastify'
import type { Test } from 'tap'
import type { Definition } from '../../src/catalog/catalog.ts'
import { startApp, type TestAppOptions, temporaryFolder } from './app.ts'
import { definitionsOf } from './definitions.ts'
import { newDatabase, noPostgres } from './postgres.ts'
import { type Answer, requestFor } from './trello.ts'

export interface JobReader {
  /** Calls an operation, named without its system, through its own route. */
  call: (name: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  /** Any request, such as one whose body is not JSON. */
  send: (request: InjectOptions) => Promise<Answer>
  byName: (name: string, input: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
}

let definitions: Promise<Definition[]> | undefined

/** A gateway over a new, empty graph in a file, or as the options specify. */
export async function openMemory(t: Test, options: TestAppOptions = {}): Promise<JobReader> {
  definitions ??= definitionsOf('memory')
  const { app, catalog } = await startApp(t, { roots: await temporaryFolder(t), definitions: await definitions, ...options })
  const send = async (request: InjectOptions, headers = request.headers): Promise<Answer> => {
    const { statusCode, body } = await app.inject({ ...request, ...(headers && { headers }) })
    const { data, error, metadata } = body.startsWith('{"success"')
      ? JSON.parse(body)
      : { data: undefined, error: undefined, metadata: undefined }
    return { status: statusCode, data, error, metadata, text: body }
  }
  return {
    async call(name, input = {}, headers = {}) {
      const operation = catalog.get(`memory_${name}`)
      if (!operation) throw new Error(`there is no memory_${name}`)
      return await send(requestFor(operation, input), headers)
    },
    send: request => send(request),
    byName: (name, input, headers = {}) => send({ method: 'POST', url: `/v1/operations/${name}`, payload: input }, headers)
  }
}

/** The same tests over a file and over a server. */
export function onEveryStore(t: Test, tests: (t: Test, desk: JobReader) => Promise<void>): void {
  t.test('in a file', async t => await tests(t, await openMemory(t)))
  t.test('in PostgreSQL', noPostgres === undefined ? {} : { skip: noPostgres }, async t => {
    await tests(t, await openMemory(t, { environment: { MEMORY_DATABASE_URL: await newDatabase() } }))
  })
}
