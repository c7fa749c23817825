import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../../contract/catalog.ts'
import type { InvokeContext } from '../../contract/context.ts'
import { failure } from '../../contract/envelope.ts'
import { OperationError } from '../../contract/errors.ts'
import { GATEWAY_ROUTES } from '../../contract/gateway.ts'
import { type CallOfMany, UnreadCalls } from '../../contract/gateway-shapes.ts'
import { invoke } from '../../contract/invoke.ts'
import { ceilingOf, type Operation } from '../../contract/operation.ts'
import type { Ports } from '../../contract/ports.ts'
import { readFlat } from '../../contract/read.ts'
import { plainMarkdown } from '../../contract/render.ts'
import { withKey } from './idempotency-key.ts'
import { inOrder } from './in-order.ts'
import { misplaced } from './input.ts'
import { type ModelCall, readCall } from './model-calls.ts'
import { eventlessFormOf } from './negotiate.ts'
import type { ContextOf } from './operations.ts'
import { MARKDOWN_TYPE, sendJson, told } from './reply.ts'
import { resolveOrFail } from './resolve.ts'

const ROUTE = GATEWAY_ROUTES.many

interface Parts {
  catalog: Catalog
  ports: Ports
  contextOf: ContextOf
}

/** No further call is begun after so long. */
const LONGEST_MS = 300_000

/** The least that one answer may be cut to. */
const LEAST_CHARS = 1_000

/** Several calls of a model at once. Whatever becomes of each is data: the answer itself is a success. */
export function manyRoute(app: FastifyInstance, parts: Parts): void {
  app.post(ROUTE.path, { config: {} }, async (request, reply) => {
    const started = performance.now()
    const form = eventlessFormOf(request.headers.accept)
    const { calls, max_chars } = readMany(request)
    const surface = parts.contextOf(request, reply)
    const share = Math.floor(Math.min(max_chars, surface.maxChars ?? max_chars) / calls.length)
    const context = { ...surface, byName: true, maxChars: Math.max(LEAST_CHARS, share) }
    const prepared = calls.map((call, place) => prepare(parts, request, call, place))
    const results = await inOrder(prepared, canJoin, async ({ call, run }) => {
      const over = context.presence.isGone() || performance.now() - started > LONGEST_MS
      return await outcomeOf(request, call, over ? { error: notBegun(context.presence.isGone()) } : run, context)
    })
    const data = { results, failed: results.filter(({ success }) => !success).length }
    reply.header('cache-control', 'no-store').header('vary', 'Accept')
    if (form === 'markdown') return reply.type(MARKDOWN_TYPE).send(`${plainMarkdown(data)}\n`)
    const execution_time_ms = Math.round(performance.now() - started)
    return sendJson(reply, data, { operation: ROUTE.id, instance: null, request_id: request.id, execution_time_ms })
  })
}

function readMany(request: FastifyRequest): { calls: ModelCall[]; max_chars: number } {
  const body = typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body) ? { ...request.body } : {}
  const wrong = Array.isArray(request.body) ? [{ path: '', message: 'is a list', expected: '{ "calls": [ … ] }' }] : []
  const { calls, max_chars } = readFlat(ROUTE.id, UnreadCalls, body, [...misplaced(request.query), ...wrong])
  return { calls: Array.isArray(calls) ? calls.map(readCall) : [], max_chars: Number(max_chars) }
}

type Runnable = { operation: Operation; input: unknown } | { error: unknown }

interface Prepared {
  call: ModelCall
  run: Runnable
}

/** Finds the operation. Of a key for them all, each call has its own part. */
function prepare({ catalog, ports }: Parts, request: FastifyRequest, call: ModelCall, place: number): Prepared {
  try {
    if (call.issues.length > 0) throw malformed(call)
    const { operation, input } = resolveOrFail({ catalog, ports }, call.operation, call.input, request.caller)
    const { raw } = withKey(request, operation, { raw: input }, true, `:${place + 1}`)
    return { call, run: { operation, input: raw } }
  } catch (error) {
    return { call, run: { error } }
  }
}

/** Reads may run side by side; what may change something has its place, and so has what a system cannot do side by side. */
const canJoin = ({ run }: Prepared): boolean =>
  'error' in run || (ceilingOf(run.operation.permission) === 'read' && run.operation.tool.concurrent)

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
    return { id, operation, status, success: true, data, metadata }
  } catch (thrown) {
    const error = told(request, thrown)
    const system = 'error' in run ? undefined : run.operation.tool.name
    return { id, operation, status: error.status, ...failure(error, request.id, system) }
  }
}

function malformed({ operation, issues }: ModelCall): OperationError {
  const list = issues.map(({ path, message, expected }) => `${path} ${message} (${expected})`).join('; ')
  return new OperationError('invalid_field_value', `The call${operation && ` of ${operation.slice(0, 128)}`} is wrong: ${list}`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues
  })
}

const notBegun = (isGone: boolean): OperationError =>
  isGone
    ? new OperationError('client_closed', 'The caller went away before this call was begun.', { outcome: 'not_executed' })
    : new OperationError('deadline_exceeded', `The calls before took over ${LONGEST_MS} ms: this one was not begun.`, {
        outcome: 'not_executed',
        limit_ms: LONGEST_MS,
        suggestions: ['Send it again, with fewer others.']
      })
