import { hash } from 'node:crypto'
import type { BulkBatch, BulkItem, BulkPosition, BulkResult, Json } from '../../../contract/bulk.ts'
import { OperationError } from '../../../contract/errors.ts'
import { SILENT_FAILURE } from './catalogue.ts'
import { badInput, refusal } from './failure.ts'
import { type Gcloud, type GcloudCall, recently } from './gcloud.ts'
import type { Ending } from './outcome.ts'
import { type Asked, type Plan, planOf, wordsIn } from './plan.ts'
import { execute, refuseDenied } from './run.ts'
import { wordsOf } from './start.ts'

/** The command of each item: a template, and what goes with it. */
export type EachAction = {
  args: string[]
  project: string | null
  format: Asked['format']
  working_directory: string | null
  variables: { name: string; value: string }[]
  timeout_ms: number
  path: string
}

/** Where the items come from, unless the caller names them. */
export type EachQuery = { list: string[] | null; field: string; project: string | null; variables: { name: string; value: string }[] }

const PLACE = '{item}'
const LIST_TIMEOUT_MS = 55_000
/** As long as the pages of one listing take, about. */
const LIST_KEPT_MS = 60_000

/** Reads and judges the template, with a made-up item, and the command that lists. */
export async function prepareEach(
  gcloud: Gcloud,
  asked: Asked & { list?: string[]; field: string; timeout_ms: number },
  call: GcloudCall
): Promise<{ query: EachQuery; action: EachAction; plan: Plan }> {
  const args = wordsIn(asked)
  if (!args.some(word => word.includes(PLACE))) throw badInput('args', `holds no ${PLACE}`, `${PLACE} where the item is to stand`)
  const plan = await planOf(gcloud, { ...asked, args: filled(args, 'item') }, call.caller.id)
  const { path, args: template } = plan.command
  if (template.slice(0, path.length).some((word, at) => word !== args[at + args.length - template.length]))
    throw badInput('args', `holds ${PLACE} within the command itself`, `${PLACE} in an argument after the command`)
  refuseDenied(plan)
  const project = asked.project ?? null
  const query: EachQuery = { list: asked.list ?? null, field: asked.field, project, variables: asked.environment }
  if (asked.list) await listPlan(gcloud, query, call.caller.id)
  const { working_directory = null } = asked
  return {
    query,
    plan,
    action: {
      args,
      project,
      format: asked.format,
      working_directory,
      variables: asked.environment,
      timeout_ms: asked.timeout_ms,
      path: path.join(' ')
    }
  }
}

/** As it is: in a text to replace by, $ would have a meaning. */
const filled = (args: readonly string[], item: string): string[] => args.map(word => word.replaceAll(PLACE, () => item))

const askedBy = ({ project, variables }: Pick<EachQuery, 'project' | 'variables'>) => ({
  format: 'auto' as const,
  environment: variables,
  ...(project !== null && { project })
})

async function listPlan(gcloud: Gcloud, query: EachQuery, key: string): Promise<Plan> {
  const plan = await planOf(gcloud, { ...askedBy(query), args: query.list ?? [] }, key)
  refuseDenied(plan)
  if (plan.judgement.verdict !== 'read')
    throw badInput('list', `is ${plan.command.path.join(' ')}, which may change something`, 'a command that only lists')
  return plan
}

/** The items in the order of the listing, each once; kept for the pages of one job. */
export async function itemsOf(gcloud: Gcloud, query: EachQuery, { caller, signal }: GcloudCall, afresh = false): Promise<BulkItem[]> {
  signal.throwIfAborted()
  const name = `list ${JSON.stringify(query)}`
  if (afresh) gcloud.recent.delete(name)
  const read = async (shared: AbortSignal): Promise<string[]> => {
    const plan = await listPlan(gcloud, query, caller.id)
    const quiet = { emit: () => undefined, progress: () => undefined, signal: shared }
    const { output, failure } = await execute(gcloud, plan, { directory: null, timeout_ms: LIST_TIMEOUT_MS, writes: false }, quiet)
    if (failure) throw failure
    if (output.stderr.some(line => line.includes(SILENT_FAILURE))) throw partOnly(output.warnings)
    return namesIn(output.structured_output, query.field)
  }
  const names = await recently(gcloud, name, { keepMs: LIST_KEPT_MS, signal }, read, isNames)
  return names.map(id => ({ id, display_name: id }))
}

const partOnly = (warnings: readonly string[]) =>
  refusal('cannot_be_honoured', `The list command answered a part only: ${warnings.join(' ').slice(0, 300)}`, {
    suggestions: ['Narrow the list to what the account may see, or name the items as ids.']
  })

/** A page of the items. The place of the next one says of which listing it is: a new one that holds others is not gone on with. */
export function pageOf(items: BulkItem[], { size, cursor }: Pick<BulkPosition, 'size' | 'cursor'>): BulkBatch {
  const digest = hash('sha256', JSON.stringify(items.map(({ id }) => id))).slice(0, 16)
  const [start = '0', listing = digest] = cursor?.split(' ') ?? []
  if (listing !== digest)
    throw refusal('cannot_be_honoured', 'What the list command answers has changed while it was read.', {
      suggestions: ['Make the job again, or name the items as ids.']
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
      'a field of every row, such as name or projectId'
    )
  return [...new Set(usable.map(String))]
}

function at(row: unknown, field: string): string | undefined {
  const value = field
    .split('.')
    .reduce<unknown>((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), row)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Runs the command of one item, which is judged once more: an item may be anything, also what looks like a flag. */
export async function runEach(gcloud: Gcloud, { id }: BulkItem, action: EachAction, call: GcloudCall): Promise<BulkResult> {
  const plan = await planOf(
    gcloud,
    { ...askedBy(action), format: action.format, args: filled(action.args, id), ...directoryOf(action) },
    call.caller.id
  )
  const strange = action.args.some(word => word.startsWith(PLACE)) && id.startsWith('-')
  if (strange || plan.judgement.verdict === 'denied' || plan.command.path.join(' ') !== action.path)
    return {
      item_id: id,
      outcome: 'failed',
      error: {
        code: 'PERMISSION_ERROR',
        reason: 'command_denied',
        message: `With this item the command would be another, or is denied: ${plan.judgement.why}`
      }
    }
  const given = { directory: action.working_directory, timeout_ms: action.timeout_ms, writes: plan.judgement.verdict !== 'read' }
  const ending = await execute(gcloud, plan, given, { emit: () => undefined, progress: () => undefined, signal: call.signal })
  return resultOf(id, ending)
}

const directoryOf = ({ working_directory }: EachAction) => (working_directory === null ? {} : { working_directory })

/** What is no item's doing ends the turn as a wait of the job. */
const WAITS: ReadonlySet<string> = new Set([
  'rate_limit_exceeded',
  'no_account',
  'token_expired',
  'reauthentication_needed',
  'authentication_failed',
  'connection_failed',
  'configuration_missing'
])

function resultOf(id: string, { output, failure }: Ending): BulkResult {
  if (!failure) return { item_id: id, outcome: 'succeeded', data: dataOf(output) }
  if (failure instanceof OperationError && WAITS.has(failure.reason)) throw withoutOutput(failure)
  const outcome = failure.details.outcome === 'unknown' || failure.details.outcome === 'executed' ? 'unknown' : 'failed'
  return { item_id: id, outcome, error: wordsOf(failure), data: dataOf(output) }
}

/** The log of a job need not hold megabytes. */
function withoutOutput({ reason, message, details: { output: _, ...details } }: OperationError): OperationError {
  return new OperationError(reason, message, details)
}

const MOST_BYTES = 1_700

/** As much of the output as the row of an item can hold. */
function dataOf({ exit_code, structured_output, stdout, stderr }: Ending['output']): Json {
  const json = JSON.stringify(structured_output ?? null)
  if (json !== 'null' && Buffer.byteLength(json) <= MOST_BYTES) return { exit_code, output: JSON.parse(json) }
  const text = (stdout.some(line => line.trim() !== '') ? stdout : stderr).join('\n')
  return { exit_code, output: text.slice(0, MOST_BYTES / 4), ...(text.length > MOST_BYTES / 4 && { cut: true }) }
}
