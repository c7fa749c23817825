import type { Test } from 'tap'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT, type ServerOptions } from '../../sandbox/gitlab/server.ts'
import type { State } from '../../sandbox/gitlab/state/model.ts'
import { seedState } from '../../sandbox/gitlab/state/seed.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { startApp, type TestApp, type TestAppOptions } from './app.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'
import { type Answer, requestFor } from './trello.ts'

export interface Forge extends SandboxControl {
  app: TestApp['app']
  state: State
  /** URL of the sandbox server, with its root. */
  base: string
  /** Operations that call GitLab directly. A bulk operation creates a job. */
  operations: Operation[]
  /** Calls an operation, named without its system, through its own route. */
  call: (name: string, input?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  /** Method and path with query of each received request, without those for the version. */
  sent: () => Promise<string[]>
}

export interface ForgeOptions extends ServerOptions, Pick<TestAppOptions, 'onLog' | 'auth'> {
  /** Settings of the instance besides its URL and token. */
  settings?: Record<string, unknown>
}

/** Starts a sandbox server of GitLab and a gateway that uses it. Attempts are not repeated unless the settings enable that. */
export async function openGitlab(
  t: Test,
  { settings = {}, onLog, auth, state = seedState(), ...options }: ForgeOptions = {}
): Promise<Forge> {
  const server = buildServer({ state, ...options })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const base = `${address}${ROOT}`
  const instance = { url: base, token: TOKEN, max_retries: 0, ...settings }
  const { app, catalog } = await startApp(t, {
    system: 'gitlab',
    systems: { gitlab: { instances: { main: instance } } },
    ...(onLog && { onLog }),
    ...(auth && { auth })
  })
  const control = controlOf(address)
  return {
    ...control,
    app,
    state,
    base,
    operations: catalog.operations.filter(({ tool, kind }) => tool.name === 'gitlab' && kind !== 'bulk'),
    async sent() {
      const received = await control.requests()
      const asked = received.filter(({ path }) => !path.endsWith('/api/v4/version'))
      return asked.map(({ method, path, query }) => `${method} ${path.replace(`${ROOT}/api/v4/`, '')}${query === '' ? '' : `?${query}`}`)
    },
    async call(name, input = {}, headers = {}) {
      const operation = catalog.get(`gitlab_${name}`)
      if (!operation) throw new Error(`there is no gitlab_${name}`)
      const { statusCode, body } = await app.inject({ ...requestFor(operation, input), headers })
      const { data, error, metadata } = body.startsWith('{"success"')
        ? JSON.parse(body)
        : { data: undefined, error: undefined, metadata: undefined }
      return { status: statusCode, data, error, metadata, text: body }
    }
  }
}
