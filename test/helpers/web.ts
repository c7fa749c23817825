import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import type { Test } from 'tap'
import { KEY } from '../../sandbox/web/brave.ts'
import type { Limits } from '../../sandbox/web/limits.ts'
import { buildServer } from '../../sandbox/web/server.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'
import { type Answer, requestFor } from './trello.ts'

export interface JobReader extends SandboxControl {
  /** Settings of the instance. */
  settings: Record<string, unknown>
  /** Calls an operation, named without its system, through its own route. */
  call: (name: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  /** Calls an operation by name. */
  byName: (name: string, input?: Record<string, unknown>) => Promise<Answer>
}

export interface DeskOptions extends Pick<TestAppOptions, 'allowPrivate' | 'onLog'> {
  limits?: Limits
  /** Settings of the instance in addition to those of the fake servers; undefined removes one. */
  settings?: Record<string, unknown>
}

/** Fake servers of Brave and Jina, and a gateway that calls them. Requests are not retried unless the settings enable that. */
export async function openWeb(t: Test, { limits, settings = {}, ...options }: DeskOptions = {}): Promise<JobReader> {
  const server = buildServer(limits ? { limits } : {})
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const all = {
    brave_url: `${address}/brave`,
    brave_api_key: KEY,
    jina_url: `${address}/jina`,
    pages_url: `${address}/pages`,
    max_retries: 0,
    ...settings
  }
  const instance = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  const { app, catalog } = await startApp(t, { system: 'web', ...options, sandbox: { web: instance } })
  const send = async (request: InjectOptions, headers: Record<string, string> = {}): Promise<Answer> => {
    const { statusCode, body } = await app.inject({ ...request, headers })
    const { data, error, metadata } = body.startsWith('{"success"')
      ? JSON.parse(body)
      : { data: undefined, error: undefined, metadata: undefined }
    return { status: statusCode, data, error, metadata, text: body }
  }
  return {
    ...controlOf(address),
    settings: instance,
    async call(name, input = {}, headers = {}) {
      const operation = catalog.get(`web_${name}`)
      if (!operation) throw new Error(`there is no web_${name}`)
      return await send(requestFor(operation, input), headers)
    },
    byName: (name, input = {}) => send({ method: 'POST', url: `/v1/operations/${name}`, payload: input })
  }
}

export interface Recorded {
  status: number
  headers: Record<string, string>
  /** JSON, or text unchanged. */
  body: unknown
}

/** A saved page. */
export const savedPage = (name: string): Buffer => readFileSync(path.join(import.meta.dirname, '../tools/web/pages', name))
