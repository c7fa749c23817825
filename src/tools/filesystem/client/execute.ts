import type { BulkAdapter } from '../../../contract/bulk.ts'
import type { Call } from '../../../contract/handed.ts'
import type { JobLine } from '../../../contract/job-output.ts'
import type { Job } from '../../../contract/jobs.ts'
import { startJob } from '../../../contract/program-job.ts'
import { type ExecuteRequest, executionOf, type Ran } from './programs.ts'
import type { Volume } from './volume.ts'

type ExecuteCall = Omit<Call<Volume>, 'fail'>

/** Most lines that one answer holds; the job has the rest. */
const MOST_LINES = 5_000

/** Runs a program as a job, waits for a while, and answers what it came to, or the job that goes on. Of a job that ended in time nothing is kept. */
export async function execute(job: BulkAdapter, input: ExecuteRequest & { yield_time_ms: number }, call: ExecuteCall) {
  const started = performance.now()
  const made = await startJob(job, await executionOf(call.client, input), call)
  const now = await waited(made, started + input.yield_time_ms, call)
  if (call.gone().aborted && !hasEnded(now)) await call.jobs.cancel(call.caller, made.id)
  const { items, next_cursor } = await call.jobs.output(call.caller, made.id, { after: 0, limit: MOST_LINES })
  if (!hasEnded(now)) return { ...runningOf(items), job_id: made.id }
  const ran = await resultOf(made.id, call)
  if (next_cursor === null) await call.jobs.delete(call.caller, made.id)
  else call.truncate({ reason: 'size', omitted: null, hint: 'Read on with jobs_get_output.' })
  return { ...ran, output: textOf(items), truncated: ran.truncated || next_cursor !== null, job_id: next_cursor === null ? null : made.id }
}

const hasEnded = ({ status }: Job): boolean => ['completed', 'cancelled', 'failed'].includes(status)

async function waited(job: Job, until: number, { jobs, caller, gone }: ExecuteCall): Promise<Job> {
  const signal = gone()
  let now = job
  while (!hasEnded(now) && performance.now() < until && !signal.aborted)
    now = await jobs.get(caller, job.id, { wait: Math.max(0.01, (until - performance.now()) / 1000), signal })
  return now
}

async function resultOf(id: string, { jobs, caller }: ExecuteCall) {
  const [item] = (await jobs.items(caller, id, { limit: 1 })).items
  const data = item?.data
  if (isRan(data))
    return { running: false, success: data.exit_code === 0, error: data.exit_code === 0 ? null : (item?.error?.message ?? null), ...data }
  return { ...ENDED, error: item?.error?.message ?? 'The program was not run.' }
}

const ENDED = {
  running: false,
  success: false,
  exit_code: null,
  signal: null,
  timed_out: false,
  cancelled: false,
  truncated: false,
  execution_time: 0
}

const runningOf = (items: JobLine[]) => ({ ...ENDED, running: true, success: null, error: null, output: textOf(items) })

const isRan = (data: unknown): data is Ran => typeof data === 'object' && data !== null && 'exit_code' in data

const textOf = (items: JobLine[]): string => items.map(({ text }) => text).join('\n')
