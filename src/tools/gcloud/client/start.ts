import type { BulkResult, Json } from '../../../contract/bulk.ts'
import type { OperationError } from '../../../contract/errors.ts'
import type { Permission } from '../../../contract/operation.ts'
import { putAway, takeOut } from '../../../lib/sealed.ts'
import type { Variable } from './environment.ts'
import { refusal } from './failure.ts'
import { type Gcloud, type GcloudCall, notInstalled } from './gcloud.ts'
import { remember } from './history.ts'
import type { Ending } from './outcome.ts'
import { type Asked, planOf } from './plan.ts'
import { admitPlan, executeJob, refuseDenied } from './run.ts'
import { shownLine } from './shown.ts'

/** What a job keeps of its command. Arguments may hold a password: they are kept elsewhere, sealed, under a name. */
export type Started = { message: string; sealed: string }

/** What is to be run, as it was judged when the job was made. */
type Command = {
  argv: string[]
  directory: string | null
  variables: { name: string; value: string }[]
  timeout_ms: number
  json: boolean
  writes: boolean
}

/** What the job is to do: the same plan as that of a call, judged now, while the caller is there. */
export async function startedBy(
  gcloud: Gcloud,
  asked: Asked & { timeout_ms: number },
  call: GcloudCall
): Promise<{ started: Started; permission: Permission }> {
  const plan = await planOf(gcloud, asked, call.caller.id)
  admitPlan(plan, call)
  if (!gcloud.installation()) throw notInstalled()
  const command: Command = {
    argv: plan.argv,
    directory: asked.working_directory ?? null,
    variables: asked.environment.map(({ name, value }: Variable) => ({ name, value })),
    timeout_ms: asked.timeout_ms,
    json: plan.json,
    writes: plan.judgement.verdict !== 'read'
  }
  const started = { message: messageOf(command), sealed: await putAway(gcloud.shared, command) }
  return { started, permission: plan.judgement.permission }
}

/** Runs it, on whatever worker of this machine takes the job. It is judged anew: what is denied may have changed since, as before a retry. */
export async function runStarted({ sealed }: Started, { client, caller, emit, signal }: GcloudCall): Promise<Omit<BulkResult, 'item_id'>> {
  const command = await takeOut<Command>(client.shared, sealed)
  if (!command) throw refusal('configuration_invalid', 'The settings of gcloud have changed since the job was made: make it again.')
  const { argv, json, directory, timeout_ms, writes, variables } = command
  const asked = { args: argv, format: 'raw' as const, environment: variables, ...(directory !== null && { working_directory: directory }) }
  const plan = await planOf(client, asked, caller.id)
  refuseDenied(plan)
  const ending = await executeJob(
    client,
    caller.id,
    { ...plan, argv, json },
    { directory, timeout_ms, writes },
    { emit, progress: () => undefined, signal }
  )
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

const messageOf = ({ argv, directory }: Command): string => `Run ${shownLine(argv)}${directory === null ? '' : ` in ${directory}`}`
