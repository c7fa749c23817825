import { parseArgs } from 'node:util'
import type { Job } from '../client/client.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'
import { remote, runCommand } from './remote.ts'

const WIDTH = 30

/** `toolgate jobs watch <id>`: shows the progress of a job on one line until the job ends or waits for a user, then prints the job. */
export async function watchJob(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { positionals, values } = parseArgs({ args: words, options: { json: { type: 'boolean' } }, allowPositionals: true })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) return { code: 2, err: 'toolgate jobs watch: name the ID of one job' }
  const line = progressLine()
  const leaving = new AbortController()
  const { signal } = leaving
  const leave = (): void => leaving.abort()
  return await runCommand(async () => {
    const client = remote(env)
    process.once('SIGINT', leave)
    try {
      const first = await client.call('jobs_get', { id }, { signal })
      if (!values.json) await follow(first)
      const job = await client.waitForJob(id, { signal })
      return { code: codeOf(job), out: values.json ? JSON.stringify(job, null, 2) : summary(job) }
    } catch (error) {
      if (!signal.aborted) throw error
      return { code: 130, err: `Job ${id} continues. To cancel it: toolgate call jobs_cancel --arg id=${id}` }
    } finally {
      process.off('SIGINT', leave)
      line.end()
    }

    async function follow(job: Job): Promise<void> {
      line.show(job)
      if (job.poll_after_ms === null) return
      for await (const { event, data } of client.events(job.id, { signal })) {
        if (event !== 'output' && event !== 'end') line.show({ ...job, ...data })
        if ('status' in data && (data.status === 'awaiting_confirmation' || data.status === 'paused')) return
      }
    }
  })
}

/** Returns 0 only if the job completed, so that another command can follow with &&. */
function codeOf({ status, dry_run, progress: { failed, unknown, not_attempted } }: Job): Outcome['code'] {
  if (status === 'awaiting_confirmation' || status === 'paused') return 3
  const left = failed + unknown + (dry_run ? 0 : not_attempted)
  return status === 'completed' && left === 0 ? 0 : 1
}

/** A line that is overwritten on a terminal, and printed once per status elsewhere. */
function progressLine() {
  const { stderr } = process
  let last = ''
  return {
    show(job: Job): void {
      const now = stderr.isTTY ? bar(job) : job.status
      if (now === last) return
      last = now
      stderr.write(stderr.isTTY ? `\r\u001b[K${now}` : `${now}\n`)
    },
    end(): void {
      if (stderr.isTTY && last !== '') stderr.write('\n')
    }
  }
}

/** `[##########--------------------] 33.3%  100 of 300, 2 failed, 12 s left: running` */
export function bar({ status, progress }: Pick<Job, 'status' | 'progress'>): string {
  const { percent, done, total, failed, unknown, eta_seconds } = progress
  const full = Math.round(((percent ?? 0) / 100) * WIDTH)
  const facts = [
    total === null ? `${done} items` : `${done} of ${total.value}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(eta_seconds ? [`${Math.ceil(eta_seconds)} s left`] : [])
  ]
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${percent ?? 0}%  ${facts.join(', ')}: ${status}`
}

function summary({ id, status, message, progress, error, result, confirm_token }: Job): string {
  const counts = (['succeeded', 'skipped', 'failed', 'unknown', 'not_attempted'] as const).filter(name => progress[name] > 0)
  return [
    `${message}: ${status}`,
    ...(counts.length > 0 ? [counts.map(name => `${progress[name]} ${name}`).join(', ')] : []),
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...(result ? [JSON.stringify(result.success ? result.data : result.error, null, 2)] : []),
    ...(confirm_token === null ? [] : [`To start it: toolgate call jobs_confirm --arg id=${id} --arg confirm_token=${confirm_token}`])
  ].join('\n')
}
