import { type CallToolRequest, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import { resolveOrFail } from '../../catalog/resolve.ts'
import type { Selection } from '../../catalog/visible.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { HEARTBEAT_MS } from '../../lib/sse.ts'
import { FOR_MODELS } from '../../pipeline/context.ts'
import { invoke } from '../../pipeline/invoke.ts'
import { afterAsking, askFirst } from './confirm.ts'
import { errorResult, successResult } from './content.ts'
import { clientConnectionOf, type McpContext, type McpParts, type Outcome, shownTo } from './context.ts'
import { takeFiles } from './files.ts'
import { callOwn, unknownTool } from './own-tools.ts'
import { taskFor } from './tasks.ts'

type Input = Record<string, unknown>

/** tools/call: an operation of the catalog, or one of the tools that find them. An unknown name is a protocol error. */
export async function callTool({ name, arguments: input = {} }: CallToolRequest['params'], context: McpContext): Promise<Outcome> {
  return await callAny(name, input, context, ({ message, details: { suggestions = [] } }) => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, [message, ...suggestions].join(' '))
  })
}

/**
 * Runs what call_tool calls, which accepts every input, as describe_tool shows them. An unknown name is an error of the tool, which a model can read
 * and correct.
 */
const callInner = (name: string, input: Input, context: McpContext): Promise<Outcome> => {
  const session = { ...context.session, detail: { ...context.session.detail, reserved: 'all' as const } }
  return callAny(name, input, { ...context, session }, error => errorResult(error, session.requestId))
}

async function callAny(name: string, input: Input, context: McpContext, unknown: (error: OperationError) => Outcome): Promise<Outcome> {
  const own = callOwn(name, input, context, callInner)
  if (own) return await own
  let named: ReturnType<typeof namedOrFail>
  try {
    named = namedOrFail(name, input, context)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return error.reason === 'operation_not_found' ? unknown(error) : errorResult(error, context.session.requestId)
  }
  return await callOperation(named.operation, named.input, context)
}

/** Returns the operation of an ID or alias, and its input. Throws operation_not_found if this connection may not call it. */
function namedOrFail(name: string, raw: Input, { parts, session }: McpContext): { operation: Operation; input: Input } {
  const { operation, input } = resolveOrFail(parts.catalog, name, raw, () => unknownTool(name, shownTo(parts, session)))
  if (!parts.visible.isSelected(operation, session.choice)) throw notSelected(operation, session.choice)
  return { operation, input }
}

async function callOperation(operation: Operation, input: Input, context: McpContext): Promise<Outcome> {
  const { session, ctx, parts } = context
  const progress = progressFor(ctx, parts)
  try {
    const confirmed = afterAsking(operation, input, ctx)
    const clientConnection = clientConnectionOf(session, ctx)
    const files = takeFiles(operation, confirmed)
    const result = await invoke(operation, confirmed, {
      ...session,
      surface: 'mcp',
      byName: true,
      responseDefaults: { ...FOR_MODELS, lean: session.detail.reserved === 'lean' },
      files,
      clientConnection,
      ...(progress && { onEvent: progress.listener })
    })
    return (await taskFor(operation, result, context)) ?? successResult(operation, result, session.detail, files.blocks)
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown // an error while writing the response, not of the call
    return (await askFirst(thrown, operation, input, context)) ?? errorResult(thrown, session.requestId, operation.tool.name)
  } finally {
    progress?.stop()
  }
}

interface ProgressListener {
  listener: (event: string, data: unknown) => void
  stop: () => void
}

/** Minimum increase of the progress between notifications: the protocol requires it to rise. */
const MIN_STEP = 0.001

/**
 * Sends progress to a client that sent a progress token. While the call reports none, sends a notification that it is still running, since clients
 * time out calls without notifications.
 */
function progressFor({ mcpReq }: ServerContext, { heartbeat_ms = HEARTBEAT_MS }: McpParts): ProgressListener | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  const started = performance.now()
  let last = -1
  const notify = (progress: number, facts: { total?: number; message?: string }): void => {
    last = progress
    timer.refresh()
    const params = { progressToken, progress, ...facts }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined) // the client is gone, as clientConnection reports
  }
  const timer = setInterval(() => {
    notify(Math.max(0, last + MIN_STEP), { message: `Still running after ${Math.round((performance.now() - started) / 1000)} s` })
  }, heartbeat_ms)
  return {
    listener(event, data) {
      if (event !== 'progress' || !isProgress(data) || data.done <= last) return
      const { done, total, message } = data
      notify(done, { ...(total !== null && { total }), ...(message !== undefined && { message }) })
    },
    stop: () => clearInterval(timer)
  }
}

const isProgress = (data: unknown): data is { done: number; total: number | null; message?: string } =>
  typeof data === 'object' && data !== null && 'done' in data && typeof data.done === 'number'

/** A connection that selects tools can call only those. */
function notSelected({ id }: Operation, { packs = [], systems = [], tools = [] }: Selection): OperationError {
  const limits = Object.entries({ packs, systems, tools })
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `the ${kind} ${names.join(', ')}`)
    .join(' and ')
  const message = `${id} is not a tool of this connection, which is limited to ${limits}. Nothing was called.`
  return new OperationError('operation_not_found', message, { source: 'gateway', outcome: 'not_executed' })
}
