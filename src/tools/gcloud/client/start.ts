import type { BulkResult, Json } from '../../../contract/bulk.ts'
import type { OperationError } from '../../../contract/errors.ts'
import { environmentOf, type Variable } from './environment.ts'
import { type Gcloud, type GcloudCall, notInstalled } from './gcloud.ts'
import { remember } from './history.ts'
import type { Ending } from './outcome.ts'
import { directoryFor } from './places.ts'
import { type Asked, planOf } from './plan.ts'
import { admitPlan, execute } from './run.ts'
import { shownLine } from './shown.ts'

/** What a job keeps of its command. */
export type Started = {
  argv: string[]
  directory: string | null
  variables: { name: string; value: string }[]
  timeout_ms: number
  json: boolean
  writes: boolean
}

/** What the job is to do: the same plan as that of a call, judged now, while the caller is there. */
export async function startedBy(gcloud: Gcloud, asked: Asked & { timeout_ms: number }, call: GcloudCall): Promise<Started> {
  const plan = await planOf(gcloud, asked, call.caller.id)
  admitPlan(plan, call)
  if (!gcloud.installation()) throw notInstalled()
  return {
    argv: plan.argv,
    directory: asked.working_directory ?? null,
    variables: asked.environment.map(({ name, value }: Variable) => ({ name, value })),
    timeout_ms: asked.timeout_ms,
    json: plan.json,
    writes: plan.judgement.verdict !== 'read'
  }
}

/** Runs it, on whatever worker of this machine takes the job. */
export async function runStarted(started: Started, { client, caller, emit, signal }: GcloudCall): Promise<Omit<BulkResult, 'item_id'>> {
  const { argv, json, directory, timeout_ms, writes, variables } = started
  const plan = {
    argv,
    json,
    directory: await directoryFor(client.places, directory ?? undefined),
    environment: environmentOf(client.environment, variables)
  }
  const ending = await execute(client, plan, { directory, timeout_ms, writes }, { emit, progress: () => undefined, signal })
  await remember(client, caller.id, ending, writes)
  return resultOf(ending, writes)
}

const MOST_SUGGESTIONS = 5

function resultOf({ output, failure }: Ending, writes: boolean): Omit<BulkResult, 'item_id'> {
  const { exit_code, signal, execution_time, truncated, authentication_required, suggestions, stdout, stderr } = output
  const data: Json = {
    exit_code,
    signal,
    execution_time,
    truncated,
    authentication_required,
    lines: stdout.length + stderr.length,
    suggestions: suggestions.slice(0, MOST_SUGGESTIONS).map(text => text.slice(0, 200))
  }
  if (!failure) return { outcome: 'succeeded', data }
  return { outcome: endedBefore(output) && writes ? 'unknown' : 'failed', error: wordsOf(failure), data }
}

const endedBefore = ({ cancelled, timed_out, exit_code }: Ending['output']): boolean => cancelled || timed_out || exit_code === null

export const wordsOf = ({ code, reason, message }: OperationError) => ({ code, reason, message })

export const messageOf = ({ argv, directory }: Started): string => `Run ${shownLine(argv)}${directory === null ? '' : ` in ${directory}`}`
