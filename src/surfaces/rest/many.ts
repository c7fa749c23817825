import type { FastifyInstance, FastifyRequest } from 'fastify'
import pMap from 'p-map'
import { type Catalog, maxMessageBytes } from '../../catalog/catalog.ts'
import { OperationError } from '../../contract/errors.ts'
import { highestPermission, type Operation } from '../../contract/operation.ts'
import { newNodeBudget } from '../../lib/json.ts'
import { plainMarkdown } from '../../lib/markdown.ts'
import { refusalBeforeInput } from '../../pipeline/authorize.ts'
import type { InvokeContext } from '../../pipeline/context.ts'
import { failureEnvelope } from '../../pipeline/failure.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import { invoke } from '../../pipeline/invoke.ts'
import type { Ports } from '../../pipeline/ports.ts'
import { GATEWAY_ROUTES } from '../shared/gateway-routes.ts'
import { type CallOfMany, UnreadCalls } from '../shared/gateway-shapes.ts'
import { gatewayOptions } from '../shared/route-schema.ts'
import { resolveFor } from './by-name.ts'
import { type ContextOf, defaultsByName, surfaceOf } from './context.ts'
import { inQuery, withHeaders } from './input.ts'
import { type ModelCall, readCall } from './model-calls.ts'
import { formWithoutEventsOf } from './negotiate.ts'
import { operationErrorOf, sendJson, sendMarkdown } from './reply.ts'

const ROUTE = GATEWAY_ROUTES.many

interface Parts {
  catalog: Catalog
  ports: Ports
  contextOf: ContextOf
}

/** No further call is started after this time. */
const MAX_MS = 300_000

/** Minimum share of a call in `max_chars`. */
const MIN_CHARS = 1_000

const MAX_CONCURRENT = 8

/** POST /v1/operations: several calls of a model. The outcome of each call is data: the response itself is a success. */
export function manyRoute(app: FastifyInstance, parts: Parts): void {
  const maxBody = ({ caller }: FastifyRequest): number =>
    maxMessageBytes(parts.catalog.operations.filter(operation => parts.ports.visible(operation, caller)))
  app.post(ROUTE.path, gatewayOptions(ROUTE, { maxBody }), async (request, reply) => {
    const started = performance.now()
    const form = formWithoutEventsOf(request.headers.accept)
    const { calls, max_chars } = readMany(request)
    const surface = parts.contextOf(request, reply)
    const share = Math.floor(Math.min(max_chars, surface.maxChars ?? max_chars) / calls.length)
    const context = {
      ...surface,
      responseDefaults: defaultsByName(request.headers),
      surface: surfaceOf(request, 'by_name'),
      byName: true,
      inputBytes: request.bodySize,
      maxChars: Math.max(MIN_CHARS, share)
    }
    const prepared = calls.map((call, index) => prepare(parts, request, call, index))
    const results = await runInOrder(prepared, canRunConcurrently, async ({ call, run }) => {
      const isClosed = context.clientConnection.isClosed()
      const isOver = isClosed || performance.now() - started > MAX_MS
      return await outcomeOf(request, call, isOver ? { error: notStarted(isClosed) } : run, context)
    })
    const data = { results, failed: results.filter(({ success }) => !success).length }
    reply.header('cache-control', 'no-store').header('vary', 'Accept')
    if (form === 'markdown') return sendMarkdown(reply, `${plainMarkdown(data)}\n`)
    const execution_time_ms = Math.round(performance.now() - started)
    return sendJson(reply, data, { operation: ROUTE.id, instance: null, request_id: request.id, execution_time_ms })
  })
}

/**
 * Runs the work on each item with the same effect as one after another: adjacent items that may run concurrently do, and every other item waits for
 * all items before it. Returns the results in the order of the items.
 */
async function runInOrder<T, R>(items: readonly T[], canBeConcurrent: (item: T) => boolean, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start = results.length) {
    const alone = items.findIndex((item, index) => index >= start && !canBeConcurrent(item))
    const end = alone === start ? start + 1 : alone < 0 ? items.length : alone
    results.push(...(await pMap(items.slice(start, end), work, { concurrency: MAX_CONCURRENT })))
  }
  return results
}

function readMany(request: FastifyRequest): { calls: ModelCall[]; max_chars: number } {
  const body = typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body) ? { ...request.body } : {}
  const listIssues = Array.isArray(request.body) ? [{ path: '', message: 'must be an object', expected: '{ "calls": [ … ] }' }] : []
  const { calls, max_chars } = readFlat(ROUTE.id, UnreadCalls, body, [...inQuery(request.query), ...listIssues])
  const budget = newNodeBudget()
  return { calls: Array.isArray(calls) ? calls.map(call => readCall(call, budget)) : [], max_chars: Number(max_chars) }
}

type Runnable = { operation: Operation; input: unknown } | { error: unknown }

interface Prepared {
  call: ModelCall
  run: Runnable
}

/** Finds the operation of a call. Does not read the input of a caller who may not make the call. */
function prepare({ catalog, ports }: Parts, request: FastifyRequest, call: ModelCall, index: number): Prepared {
  try {
    if (call.issues.length > 0) throw malformed(call)
    const named = catalog.named(call.operation)
    const [first] = named
    // The pipeline refuses the call and logs the refusal.
    if (first && refusalBeforeInput(named, { caller: request.caller, ports })) return { call, run: { operation: first, input: {} } }
    const sent = first ? call.read(Math.max(...named.map(({ max_body }) => max_body))) : {}
    if (call.issues.length > 0) throw malformed(call)
    const { operation, input } = resolveFor({ catalog, ports }, call.operation, sent, request.caller)
    const { raw } = withHeaders(request, operation, { raw: input, issues: [] }, { byName: true, suffix: `:${index + 1}`, keyOnly: true })
    return { call, run: { operation, input: raw } }
  } catch (error) {
    return { call, run: { error } }
  }
}

/** Reads may run concurrently if their system supports that. */
const canRunConcurrently = ({ run }: Prepared): boolean =>
  'error' in run || (highestPermission(run.operation.permission) === 'read' && run.operation.tool.concurrent)

async function outcomeOf(
  request: FastifyRequest,
  { id, operation: name }: ModelCall,
  run: Runnable,
  context: InvokeContext
): Promise<CallOfMany> {
  const operation = 'error' in run ? name : run.operation.id
  try {
    if ('error' in run) throw run.error
    const { status, data, metadata } = await invoke(run.operation, run.input, context)
    // A truncated text refers to the whole one, which would be kept until the last call has ended: a copy does not.
    return { id, operation, status, success: true, ...structuredClone({ data, metadata }) }
  } catch (thrown) {
    const error = operationErrorOf(request, thrown)
    const system = 'error' in run ? undefined : run.operation.tool.name
    return { id, operation, status: error.status, ...failureEnvelope(error, request.id, system) }
  }
}

function malformed({ operation, issues }: ModelCall): OperationError {
  const list = issues.map(({ path, message, expected }) => `${path} ${message} (${expected})`).join('; ')
  return new OperationError('invalid_field_value', `The call${operation && ` of ${operation.slice(0, 128)}`} is malformed: ${list}`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues
  })
}

const notStarted = (isClosed: boolean): OperationError =>
  isClosed
    ? new OperationError('client_closed', 'The connection was closed, or the key of the caller was changed, before this call started.', {
        outcome: 'not_executed'
      })
    : new OperationError('deadline_exceeded', `The previous calls took more than ${MAX_MS} ms, so this call was not started.`, {
        outcome: 'not_executed',
        limit_ms: MAX_MS,
        suggestions: ['Send this call again, with fewer calls in the request.']
      })
