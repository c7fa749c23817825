import type { Test } from 'tap'
import type { Mailbox } from '../../sandbox/gmail/mailbox.ts'
import { gmailServer } from '../../sandbox/gmail/server.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import type { Job, JobItem } from '../../src/contract/job.ts'
import { temporaryFolder } from './app.ts'
import { startGateway } from './gateway.ts'
import { smallMailbox } from './gmail-bulk.ts'
import type { TestRedis } from './redis.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  error: any
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
  metadata: any
}

/** A gateway with a worker, as clients use it. */
export interface MailJobs {
  /** Calls an operation by name. */
  call: (operation: string, input?: Record<string, unknown>) => Promise<Answer>
  /** Creates a job of a bulk operation of Gmail and waits for its preview. */
  preview: (action: string, input: Record<string, unknown>) => Promise<Job>
  confirm: (job: Job) => Promise<void>
  /** Waits until the job has this status. */
  until: (id: string, isIt: (job: Job) => boolean) => Promise<Job>
  /** Creates a job, confirms it and waits for its end. */
  run: (action: string, input: Record<string, unknown>) => Promise<Job>
  items: (id: string) => Promise<JobItem[]>
}

export interface MailRoom extends MailJobs, SandboxControl {
  redis: TestRedis
  mailbox: Mailbox
  /** Returns the IDs of each request that changed messages, in order. */
  batches: () => Promise<string[][]>
}

/** Starts a gateway and a worker with a sandbox of Gmail, whose small mailbox the test can read. Rate limits apply. */
export async function openMailRoom(t: Test, environment: Record<string, string> = {}): Promise<MailRoom> {
  const mailbox = smallMailbox()
  const server = gmailServer(mailbox)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const control = controlOf(url)
  const jobs = await openJobs(t, { GMAIL_URL: url, GOOGLE_TOKEN_URL: `${url}/token`, ...environmentOf(CLIENT), ...environment })
  return {
    ...jobs,
    ...control,
    mailbox,
    batches: async () =>
      (await control.requests()).flatMap(({ path, body }) => {
        const [, one] = /\/messages\/(\w+)\/modify$/.exec(path) ?? []
        return path.includes('/messages/batch') ? [Object(body).ids] : one === undefined ? [] : [[one]]
      })
  }
}

/** Returns the settings of a Google account as environment variables. */
export const environmentOf = (settings: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(['client_id', 'client_secret', 'refresh_token'].map(name => [`GOOGLE_${name.toUpperCase()}`, String(settings[name])]))

/** Starts a gateway and a worker for the Gmail in the environment variables. */
export async function openJobs(t: Test, environment: Record<string, string>): Promise<MailJobs & { redis: TestRedis }> {
  const folder = await temporaryFolder(t)
  const { url, redis } = await startGateway(t, { roots: folder, dataDirectory: folder, environment })
  return { ...jobsAt(url), redis }
}

/** Returns the job operations of the gateway at this URL. */
export function jobsAt(url: string): MailJobs {
  const call: MailJobs['call'] = async (operation, input = {}) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/operations/${operation}`, { method: 'POST', headers, body: JSON.stringify(input) })
    const { data, error, metadata } = JSON.parse(await answer.text())
    return { status: answer.status, data, error, metadata }
  }
  const sure = async (operation: string, input: Record<string, unknown>) => {
    const { data, error } = await call(operation, input)
    if (error) throw new Error(`${operation}: ${JSON.stringify(error)}`)
    return data
  }
  const until: MailJobs['until'] = async (id, isIt) => {
    for (;;) {
      const job: Job = await sure('jobs_get', { id, wait: 1 })
      if (isIt(job)) return job
      if (job.finished_at !== null)
        throw new Error(`It ended ${job.status}: ${JSON.stringify({ error: job.error, progress: job.progress })}`)
    }
  }
  const preview: MailJobs['preview'] = async (action, input) => {
    const { id } = await sure(`gmail_bulk_${action}`, input)
    return await until(id, ({ confirm_token, finished_at }) => confirm_token !== null || finished_at !== null)
  }
  const confirm: MailJobs['confirm'] = async ({ id, confirm_token }) => void (await sure('jobs_confirm', { id, confirm_token }))
  return {
    call,
    preview,
    confirm,
    until,
    async run(action, input) {
      const job = await preview(action, input)
      if (job.status !== 'awaiting_confirmation') return job
      await confirm(job)
      return await until(job.id, ({ finished_at, status }) => finished_at !== null || status === 'paused')
    },
    items: async id => (await sure('jobs_list_items', { id, limit: 100, max_items: 1000, max_chars: 10_000_000 })).items
  }
}
