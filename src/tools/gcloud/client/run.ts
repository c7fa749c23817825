import type { OperationError } from '../../../contract/errors.ts'
import type { ProgramEnd } from '../../../contract/lent.ts'
import { SpawnError } from '../../../lib/process/spawn-error.ts'
import { INHERITS } from './environment.ts'
import { refusal } from './failure.ts'
import { type Gcloud, type GcloudCall, notInstalled } from './gcloud.ts'
import { remember } from './history.ts'
import { type Ending, judgeOutput } from './outcome.ts'
import { type Output, outputOf } from './output.ts'
import { type Asked, type Plan, planOf } from './plan.ts'

type Told = Pick<GcloudCall, 'emit' | 'progress' | 'signal'>

/** What running needs of a plan. */
export type Runnable = Pick<Plan, 'argv' | 'directory' | 'environment' | 'json'>

/** Runs a command that the caller may run, and answers what it came to; a failure of gcloud is one of the call. */
export async function runCommand(gcloud: Gcloud, asked: Asked & { timeout_ms: number }, call: GcloudCall): Promise<Output> {
  const plan = await planOf(gcloud, asked, call.caller.id)
  admitPlan(plan, call)
  const signal = AbortSignal.any([call.signal, call.gone()])
  const given = { directory: asked.working_directory ?? null, timeout_ms: asked.timeout_ms, writes: plan.judgement.verdict !== 'read' }
  const ending = await execute(gcloud, plan, given, { emit: call.emit, progress: call.progress, signal })
  await remember(gcloud, call.caller.id, ending, given.writes)
  for (const warning of ending.output.warnings) call.warn(warning)
  if (ending.failure) throw ending.failure
  return ending.output
}

/** Throws where the policy denies the plan, or the key, the policy of the gateway or a missing confirmation stands against it. */
export function admitPlan({ judgement, command }: Plan, { demand, log }: Pick<GcloudCall, 'demand' | 'log'>): void {
  const { verdict, permission } = judgement
  log.info({ path: command.path.join(' ').slice(0, 200), verdict }, 'A command was judged')
  refuseDenied({ judgement, command })
  if (permission !== 'read') demand(permission)
}

/** Throws where the policy denies the plan. */
export function refuseDenied({ judgement: { verdict, why, alternative }, command }: Pick<Plan, 'judgement' | 'command'>): void {
  if (verdict === 'denied' && command.known === 'unknown') throw refusal('unknown_command', why, { suggestions: [...command.meant] })
  if (verdict === 'denied') throw refusal('command_denied', why, { suggestions: alternative === null ? [] : [alternative] })
}

interface Given {
  directory: string | null
  timeout_ms: number
  writes: boolean
}

/** Runs gcloud with these arguments once there is a place for it. The time given counts from now on; where it ends before that, nothing was run. */
export async function execute(gcloud: Gcloud, plan: Runnable, given: Given, told: Told): Promise<Ending> {
  const until = performance.now() + given.timeout_ms
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(neverBegun(given.timeout_ms)), given.timeout_ms)
  const end = await gcloud.pool
    .run(AbortSignal.any([told.signal, patience.signal]), () => {
      clearTimeout(timer)
      return start(gcloud, plan, Math.max(1, until - performance.now()), told)
    })
    .finally(() => clearTimeout(timer))
  return endingOf(end, plan, given)
}

/** The same for a job of a key, which waits elsewhere until there is a place for it; its time counts from its start. */
export async function executeJob(gcloud: Gcloud, key: string, plan: Runnable, given: Given, told: Told): Promise<Ending> {
  return endingOf(await gcloud.jobs.run(key, () => start(gcloud, plan, given.timeout_ms, told)), plan, given)
}

const endingOf = (end: ProgramEnd, { argv, json }: Runnable, { directory, writes }: Given): Ending =>
  judgeOutput(outputOf(end, argv, directory, json), writes)

const neverBegun = (timeout_ms: number): OperationError =>
  refusal('deadline_exceeded', `Other commands had all the places for the ${timeout_ms} ms that this one was given: it was not begun.`, {
    suggestions: ['Repeat it, give it more time by timeout_ms, or run it as a job by gcloud_start.']
  })

async function start(gcloud: Gcloud, { argv, directory, environment }: Runnable, timeout_ms: number, told: Told): Promise<ProgramEnd> {
  const installation = gcloud.installation()
  if (!installation) throw notInstalled()
  try {
    return await gcloud.spawn({
      program: installation.program,
      args: [...installation.before, ...argv],
      directory,
      environment,
      inherits: INHERITS,
      timeout_ms,
      signal: told.signal,
      onLine: ({ stream, text }) => told.emit(stream, { line: text }),
      onTick: (elapsed, tail) => told.progress(Math.round(elapsed / 1000), null, tail || undefined)
    })
  } catch (error) {
    throw error instanceof SpawnError ? unstarted(error) : error
  }
}

function unstarted(error: SpawnError): OperationError {
  if (error.fault === 'program') return notInstalled()
  if (error.fault === 'system') return refusal('machine_busy', `${error.message}.`, { retry_after_ms: 1_000 })
  if (error.fault === 'directory') return refusal('file_not_found', `${error.message}.`)
  return refusal('invalid_field_value', `${error.message}.`)
}
