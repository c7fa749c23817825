import { hash } from 'node:crypto'
import type { BulkBatch, BulkItem, BulkPosition, Json } from '../../../../contract/bulk.ts'
import type { ItemResult } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { isHigher, type Permission } from '../../../../contract/operation.ts'
import { redactedArguments } from '../command/redacted.ts'
import { badInput, refusal } from '../errors.ts'
import { cached, type Gcloud, type GcloudCall } from '../gcloud.ts'
import { SILENT_FAILURE } from '../result/error-catalog.ts'
import type { Ending } from '../result/outcome.ts'
import { type CommandInput, commandWords, createPlan, type Plan } from './plan.ts'
import { execute, refuseDenied } from './run.ts'
import { errorFields } from './start.ts'

/** The command of each item: a template and its options. */
export type EachAction = {
  args: string[]
  project: string | null
  format: CommandInput['format']
  working_directory: string | null
  variables: { name: string; value: string }[]
  timeout_ms: number
  path: string
  /** The permission that the job has. */
  permission: Permission
}

/** The source of the items, unless the caller lists them. */
export type EachQuery = { list: string[] | null; field: string; project: string | null; variables: { name: string; value: string }[] }

const PLACEHOLDER = '{item}'
/** An item there would choose the flag. */
const ITEM_IN_FLAG = /^-[^=]*\{item\}/
const LIST_TIMEOUT_MS = 55_000
/** About as long as the pages of one listing take. */
const LIST_TTL_MS = 60_000

/** Parses and judges the template with a placeholder item, and the list command. */
export async function prepareEach(
  gcloud: Gcloud,
  input: CommandInput & { list?: string[]; field: string; timeout_ms: number },
  call: GcloudCall
): Promise<{ query: EachQuery; action: EachAction; plan: Plan }> {
  const args = commandWords(input)
  if (!args.some(word => word.includes(PLACEHOLDER)))
    throw badInput('args', `does not contain ${PLACEHOLDER}`, `${PLACEHOLDER} at the position of the item`)
  if (args.some(word => ITEM_IN_FLAG.test(word)))
    throw badInput('args', `contains ${PLACEHOLDER} in the name of a flag`, `${PLACEHOLDER} as an argument, or after the = of a flag`)
  for (const [name, words] of Object.entries({ args, list: input.list ?? [] }))
    if (redactedArguments(words).some((shown, at) => shown !== words[at]))
      throw badInput(
        name,
        'contains text that looks like a secret, and a bulk job stores its command',
        'a reference to Secret Manager, or gcloud_run for each item'
      )
  const plan = await createPlan(gcloud, { ...input, args: fillIn(args, gcloud.projects?.[0] ?? 'item') }, call.caller.id)
  const { path, args: template } = plan.command
  if (template.slice(0, path.length).some((word, at) => word !== args[at + args.length - template.length]))
    throw badInput('args', `contains ${PLACEHOLDER} within the path of the command`, `${PLACEHOLDER} in an argument after the path`)
  refuseDenied(plan)
  if (plan.judgment.permission !== 'read') call.requirePermission(plan.judgment.permission)
  const project = input.project ?? null
  const query: EachQuery = { list: input.list ?? null, field: input.field, project, variables: input.environment }
  if (input.list) await listPlan(gcloud, query, call.caller.id)
  const { working_directory = null } = input
  return {
    query,
    plan,
    action: {
      args,
      project,
      format: input.format,
      working_directory,
      variables: input.environment,
      timeout_ms: input.timeout_ms,
      path: path.join(' '),
      permission: plan.judgment.permission
    }
  }
}

/** Uses a function, because `$` in a replacement string has a meaning. */
const fillIn = (args: readonly string[], item: string): string[] => args.map(word => word.replaceAll(PLACEHOLDER, () => item))

const commandInput = ({ project, variables }: Pick<EachQuery, 'project' | 'variables'>) => ({
  format: 'auto' as const,
  environment: variables,
  ...(project !== null && { project })
})

async function listPlan(gcloud: Gcloud, query: EachQuery, key: string): Promise<Plan> {
  const plan = await createPlan(gcloud, { ...commandInput(query), args: query.list ?? [] }, key)
  refuseDenied(plan)
  if (plan.judgment.verdict !== 'read')
    throw badInput('list', `is ${plan.command.path.join(' ')}, which may change something`, 'a command that only lists')
  return plan
}

/** Returns the items in the order of the listing, without duplicates. Cached for the pages of one job. */
export async function itemsOf(gcloud: Gcloud, query: EachQuery, { caller, signal }: GcloudCall, afresh = false): Promise<BulkItem[]> {
  signal.throwIfAborted()
  const name = `list ${JSON.stringify(query)}`
  if (afresh) gcloud.recent.delete(name)
  const read = async (shared: AbortSignal): Promise<string[]> => {
    const plan = await listPlan(gcloud, query, caller.id)
    const quiet = { emit: () => undefined, progress: () => undefined, signal: shared }
    const { output, failure } = await execute(gcloud, plan, { directory: null, timeout_ms: LIST_TIMEOUT_MS, writes: false }, quiet)
    if (failure) throw failure
    if (output.stderr.some(line => line.includes(SILENT_FAILURE))) throw incompleteList(output.warnings)
    return namesIn(output.structured_output, query.field)
  }
  const names = await cached(gcloud, name, { keepMs: LIST_TTL_MS, signal }, read, isNames)
  return names.map(id => ({ id, display_name: id }))
}

const incompleteList = (warnings: readonly string[]) =>
  refusal('cannot_be_honoured', `The list command returned only a part: ${warnings.join(' ').slice(0, 300)}`, {
    suggestions: ['Narrow the list to what the account can see, or list the items in ids.']
  })

/** Returns a page of items. The cursor contains a digest of the listing, so that a changed listing is not continued. */
export function pageOf(items: BulkItem[], { size, cursor }: Pick<BulkPosition, 'size' | 'cursor'>): BulkBatch {
  const digest = hash('sha256', JSON.stringify(items.map(({ id }) => id))).slice(0, 16)
  const [start = '0', listing = digest] = cursor?.split(' ') ?? []
  if (listing !== digest)
    throw refusal('cannot_be_honoured', 'The result of the list command changed while it was read.', {
      suggestions: ['Create the job again, or list the items in ids.']
    })
  const end = Number(start) + size
  return { items: items.slice(Number(start), end), ...(end < items.length && { next: `${end} ${digest}` }) }
}

const isNames = (value: unknown): value is string[] => Array.isArray(value)

function namesIn(found: unknown, field: string): string[] {
  if (!Array.isArray(found)) throw refusal('cannot_be_honoured', 'The list command did not print a JSON list.')
  const names = found.map(row => (typeof row === 'string' ? row : at(row, field)))
  const usable = names.filter(name => name !== undefined && name !== '')
  if (usable.length < found.length)
    throw badInput(
      'field',
      `is ${field}, which ${found.length - usable.length} of ${found.length} rows do not have as text`,
      'a field that every row has, such as name or projectId'
    )
  return [...new Set(usable.map(String))]
}

function at(row: unknown, field: string): string | undefined {
  const value = field
    .split('.')
    .reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null && Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined),
      row
    )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Runs the command for one item. It is judged again, because an item may be anything, such as text that looks like a flag. */
export async function runEach(gcloud: Gcloud, { id }: BulkItem, action: EachAction, call: GcloudCall): Promise<ItemResult> {
  const plan = await createPlan(
    gcloud,
    { ...commandInput(action), format: action.format, args: fillIn(action.args, id), ...directoryOf(action) },
    call.caller.id
  )
  const { verdict, permission } = plan.judgment
  const isFlag = action.args.some(word => word.startsWith(PLACEHOLDER)) && id.startsWith('-')
  if (isFlag || verdict === 'denied' || isHigher(permission, action.permission) || plan.command.path.join(' ') !== action.path)
    return {
      outcome: 'failed',
      error: {
        code: 'PERMISSION_ERROR',
        reason: 'command_denied',
        message: `With this item, the command would differ or is denied: ${plan.judgment.why}`
      }
    }
  const run = { directory: action.working_directory, timeout_ms: action.timeout_ms, writes: verdict !== 'read' }
  const ending = await execute(gcloud, plan, run, { emit: () => undefined, progress: () => undefined, signal: call.signal })
  return resultOf(ending)
}

const directoryOf = ({ working_directory }: EachAction) => (working_directory === null ? {} : { working_directory })

/** Failures that no item caused: the job waits. */
const WAITS: ReadonlySet<string> = new Set([
  'rate_limit_exceeded',
  'no_account',
  'token_expired',
  'reauthentication_needed',
  'authentication_failed',
  'connection_failed',
  'configuration_missing'
])

/** A quota of the project or region of one item, such as its CPUs. It takes hours to recover, if it does at all: the other items do not wait for it. */
const isOwnQuota = ({ details }: OperationError): boolean => details['quota'] === true

function resultOf({ output, failure }: Ending): ItemResult {
  if (!failure) return { outcome: 'succeeded', data: dataOf(output) }
  if (failure instanceof OperationError && WAITS.has(failure.reason) && !isOwnQuota(failure)) throw withoutOutput(failure)
  const outcome = failure.details.outcome === 'unknown' || failure.details.outcome === 'executed' ? 'unknown' : 'failed'
  return { outcome, error: errorFields(failure), data: dataOf(output) }
}

/** The log of a job must not contain megabytes. */
function withoutOutput({ reason, message, details: { output: _, ...details } }: OperationError): OperationError {
  return new OperationError(reason, message, details)
}

const MAX_BYTES = 1_700

/** Returns as much of the output as fits into the row of an item. */
function dataOf({ exit_code, structured_output, stdout, stderr }: Ending['output']): Json {
  const json = JSON.stringify(structured_output ?? null)
  if (json !== 'null' && Buffer.byteLength(json) <= MAX_BYTES) return { exit_code, output: JSON.parse(json) }
  const text = (stdout.some(line => line.trim() !== '') ? stdout : stderr).join('\n')
  return { exit_code, output: text.slice(0, MAX_BYTES / 4), ...(text.length > MAX_BYTES / 4 && { cut: true }) }
}
