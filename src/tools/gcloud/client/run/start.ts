import type { BulkResult, Json } from '../../../../contract/bulk.ts'
import type { OperationError } from '../../../../contract/errors.ts'
import type { Permission } from '../../../../contract/operation.ts'
import { redactedCommand } from '../command/redacted.ts'
import type { Variable } from '../environment.ts'
import { type Gcloud, type GcloudCall, notInstalled } from '../gcloud.ts'
import type { Ending } from '../result/outcome.ts'
import { type CommandInput, createPlan } from './plan.ts'
import { admitPlan, executeJob, inHistory, refuseDenied } from './run.ts'

/** A command to run, as judged when the job was created. */
export type Command = {
  argv: string[]
  directory: string | null
  variables: { name: string; value: string }[]
  timeout_ms: number
  json: boolean
  writes: boolean
}

/** Judges the command of a job now, while the caller is present. */
export async function prepareJob(
  gcloud: Gcloud,
  input: CommandInput & { timeout_ms: number },
  call: GcloudCall
): Promise<{ command: Command; permission: Permission }> {
  const plan = await createPlan(gcloud, input, call.caller.id)
  admitPlan(plan, call)
  if (!gcloud.installation()) throw notInstalled()
  const command: Command = {
    argv: plan.argv,
    directory: input.working_directory ?? null,
    variables: input.environment.map(({ name, value }: Variable) => ({ name, value })),
    timeout_ms: input.timeout_ms,
    json: plan.json,
    writes: plan.judgment.verdict !== 'read'
  }
  return { command, permission: plan.judgment.permission }
}

/** Runs the command on a worker of this host. It is judged again, because the policy may have changed since. */
export async function runJob(command: Command, { client, caller, emit, signal }: GcloudCall): Promise<Omit<BulkResult, 'item_id'>> {
  const { argv, json, directory, timeout_ms, writes, variables } = command
  const input = { args: argv, format: 'raw' as const, environment: variables, ...(directory !== null && { working_directory: directory }) }
  const plan = await createPlan(client, input, caller.id)
  refuseDenied(plan)
  const run = { directory, timeout_ms, writes }
  const ending = await inHistory(client, caller.id, { argv }, run, () =>
    executeJob(client, caller.id, { ...plan, argv, json }, run, { emit, progress: () => undefined, signal })
  )
  return resultOf(ending, writes)
}

const MAX_SUGGESTIONS = 5

function resultOf({ output, failure }: Ending, writes: boolean): Omit<BulkResult, 'item_id'> {
  const { exit_code, signal, execution_time, truncated, authentication_required, suggestions, stdout, stderr } = output
  const data: Json = {
    exit_code,
    signal,
    execution_time,
    truncated,
    authentication_required,
    lines: stdout.length + stderr.length,
    suggestions: suggestions.slice(0, MAX_SUGGESTIONS).map(text => text.slice(0, 200))
  }
  if (!failure) return { outcome: 'succeeded', data }
  return { outcome: endedBefore(output) && writes ? 'unknown' : 'failed', error: errorFields(failure), data }
}

const endedBefore = ({ cancelled, timed_out, exit_code }: Ending['output']): boolean => cancelled || timed_out || exit_code === null

export const errorFields = ({ code, reason, message }: OperationError) => ({ code, reason, message })

export const messageOf = ({ argv, directory }: Command): string =>
  `Run ${redactedCommand(argv)}${directory === null ? '' : ` in ${directory}`}`
