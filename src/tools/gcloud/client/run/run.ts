import type { OperationError } from '../../../../contract/errors.ts'
import type { ProgramResult } from '../../../../contract/runtime.ts'
import { SpawnError } from '../../../../lib/process/spawn.ts'
import { secretsIn } from '../command/redacted.ts'
import { INHERITS } from '../environment.ts'
import { refusal } from '../errors.ts'
import { type Gcloud, type GcloudCall, notInstalled } from '../gcloud.ts'
import { checkProjects } from '../policy/project-limit.ts'
import { type Ending, judgeOutput, withoutRepetition } from '../result/outcome.ts'
import { type Output, outputOf } from '../result/output.ts'
import { beginHistory } from './history.ts'
import { type CommandInput, createPlan, type Plan } from './plan.ts'

type RunCallbacks = Pick<GcloudCall, 'emit' | 'progress' | 'signal'>

/** The parts of a plan needed to run it. */
export type Runnable = Pick<Plan, 'argv' | 'directory' | 'environment' | 'json'>

/** Runs a command that the caller is allowed to run. A failure of gcloud is an error of the call. */
export async function runCommand(gcloud: Gcloud, input: CommandInput & { timeout_ms: number }, call: GcloudCall): Promise<Output> {
  const plan = await createPlan(gcloud, input, call.caller.id)
  admitPlan(plan, call)
  const signal = AbortSignal.any([call.signal, call.disconnected()])
  const run = { directory: input.working_directory ?? null, timeout_ms: input.timeout_ms, writes: plan.judgment.verdict !== 'read' }
  const ending = await inHistory(gcloud, call.caller.id, plan, run, () =>
    execute(gcloud, plan, run, { emit: call.emit, progress: call.progress, signal })
  )
  for (const warning of ending.output.warnings) call.warn(warning)
  if (ending.failure) throw ending.failure
  return withoutRepetition(ending.output)
}

/** Runs a command with an entry in the history of its key. */
export async function inHistory(
  gcloud: Gcloud,
  key: string,
  { argv }: Pick<Runnable, 'argv'>,
  { directory, writes, timeout_ms }: RunContext,
  work: () => Promise<Ending>
): Promise<Ending> {
  const entry = beginHistory(gcloud, key, { argv, directory, changes: writes, timeout_ms })
  const ending = await work().catch(async error => {
    await entry.discard()
    throw error
  })
  await entry.end(ending)
  return ending
}

/** Throws if the policy denies the plan, or if the key, the gateway's policy or a missing confirmation prevents it. */
export function admitPlan({ judgment, command }: Plan, { requirePermission, log }: Pick<GcloudCall, 'requirePermission' | 'log'>): void {
  const { verdict, permission } = judgment
  // The words of an unknown command may be anything, such as a secret.
  const path = command.known === 'command' || command.known === 'group' ? command.path.join(' ').slice(0, 200) : null
  log.info({ path, verdict }, 'Command checked against the policy')
  refuseDenied({ judgment, command })
  if (permission !== 'read') requirePermission(permission)
}

/** Throws if the policy denies the plan. */
export function refuseDenied({ judgment: { verdict, why, alternative }, command }: Pick<Plan, 'judgment' | 'command'>): void {
  if (verdict === 'denied' && command.known === 'unknown') throw refusal('unknown_command', why, { suggestions: [...command.meant] })
  if (verdict === 'denied') throw refusal('command_denied', why, { suggestions: alternative === null ? [] : [alternative] })
}

interface RunContext {
  directory: string | null
  timeout_ms: number
  writes: boolean
}

/** Runs gcloud when a slot is free. The timeout starts now; if it expires before that, nothing was run. */
export async function execute(gcloud: Gcloud, plan: Runnable, run: RunContext, callbacks: RunCallbacks): Promise<Ending> {
  const until = performance.now() + run.timeout_ms
  const expiry = new AbortController()
  const timer = setTimeout(() => expiry.abort(notStarted(run.timeout_ms)), run.timeout_ms)
  const end = await gcloud.pool
    .run(AbortSignal.any([callbacks.signal, expiry.signal]), () => {
      clearTimeout(timer)
      return start(gcloud, plan, Math.max(1, until - performance.now()), callbacks)
    })
    .finally(() => clearTimeout(timer))
  return endingOf(end, plan, run)
}

/** The same for a job of a key, which waits in another queue. Its timeout starts when it does. */
export async function executeJob(gcloud: Gcloud, key: string, plan: Runnable, run: RunContext, callbacks: RunCallbacks): Promise<Ending> {
  return endingOf(await gcloud.jobs.run(key, () => start(gcloud, plan, run.timeout_ms, callbacks)), plan, run)
}

const endingOf = (end: ProgramResult, { argv, json }: Runnable, { directory, writes }: RunContext): Ending =>
  judgeOutput(outputOf(end, argv, directory, json), writes)

const notStarted = (timeout_ms: number): OperationError =>
  refusal('deadline_exceeded', `Other commands used all slots for the ${timeout_ms} ms of this call: it was not started.`, {
    suggestions: ['Repeat it, increase timeout_ms, or run it as a job with gcloud_start.']
  })

async function start(
  gcloud: Gcloud,
  { argv, directory, environment }: Runnable,
  timeout_ms: number,
  callbacks: RunCallbacks
): Promise<ProgramResult> {
  const installation = gcloud.installation()
  if (!installation) throw notInstalled()
  await checkProjects(gcloud, argv, environment)
  try {
    return await gcloud.spawn({
      program: installation.program,
      args: [...installation.before, ...argv],
      secrets: secretsIn(argv),
      directory,
      environment,
      inherits: INHERITS,
      timeout_ms,
      signal: callbacks.signal,
      onLine: ({ stream, text }) => callbacks.emit(stream, { line: text }),
      onTick: (elapsed, tail) => callbacks.progress(Math.round(elapsed / 1000), null, tail || undefined)
    })
  } catch (error) {
    throw error instanceof SpawnError ? toOperationError(error) : error
  }
}

function toOperationError(error: SpawnError): OperationError {
  if (error.fault === 'program') return notInstalled()
  if (error.fault === 'system') return refusal('machine_busy', `${error.message}.`, { retry_after_ms: 1_000 })
  if (error.fault === 'directory') return refusal('file_not_found', `${error.message}.`)
  return refusal('invalid_field_value', `${error.message}.`)
}
