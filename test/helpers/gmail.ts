import type { LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { createMailbox, type Mailbox } from '../../sandbox/gmail/mailbox.ts'
import { seed } from '../../sandbox/gmail/seed.ts'
import { gmailServer } from '../../sandbox/gmail/server.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { startApp, type TestAppOptions } from './app.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  error: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  metadata: any
}

export interface PostOffice extends SandboxControl {
  mailbox: Mailbox
  url: string
  call: (operation: string, input?: Record<string, unknown>) => Promise<Answer>
  /** Returns the requests to the API, without those for tokens. */
  sent: () => Promise<string[]>
}

export interface PostOfficeOptions extends TestAppOptions {
  settings?: Record<string, unknown>
  /** Lifetime of an access token. */
  tokenSeconds?: number
}

/** Starts a gateway with its own sandbox of Gmail, whose mailbox the test can read. */
export async function openPostOffice(t: Test, { settings = {}, tokenSeconds, ...options }: PostOfficeOptions = {}): Promise<PostOffice> {
  const mailbox = createMailbox('ada@example.com')
  seed(mailbox)
  const server = gmailServer(mailbox, tokenSeconds === undefined ? {} : { tokenSeconds })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const instance = { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0, ...settings }
  const { app } = await startApp(t, { system: 'gmail', ...options, systems: { gmail: { instances: { main: instance } } } })
  const control = controlOf(url)
  return {
    ...control,
    mailbox,
    url,
    call: async (operation, input = {}) =>
      answerOf(await app.inject({ method: 'POST', url: `/v1/operations/gmail_${operation}`, payload: { ...input } })),
    sent: async () => (await control.requests()).filter(({ path }) => path !== '/token').map(({ method, path }) => `${method} ${path}`)
  }
}

export function answerOf({ statusCode, body }: LightMyRequestResponse): Answer {
  const { data, error, metadata } = JSON.parse(body)
  return { status: statusCode, data, error, metadata }
}
