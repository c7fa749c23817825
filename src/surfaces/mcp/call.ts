import { type CallToolRequest, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import { OperationError } from '../../contract/errors.ts'
import { invoke } from '../../contract/invoke.ts'
import type { Operation } from '../../contract/operation.ts'
import { near } from '../../contract/spelling.ts'
import { afterAsking, askFirst } from './confirm.ts'
import { answered, refused } from './content.ts'
import type { Exchange, Outcome } from './exchange.ts'
import { callOwn } from './own-tools.ts'
import { presenceIn } from './parts.ts'
import { taskFor } from './tasks.ts'

type Input = Record<string, unknown>

/** tools/call: an operation of the catalog, or one of the tools that find them. */
export async function callTool({ name, arguments: input = {} }: CallToolRequest['params'], exchange: Exchange): Promise<Outcome> {
  const operation = exchange.parts.catalog.get(name)
  if (operation) return await callOperation(operation, input, exchange)
  const own = callOwn(name, input, exchange, callTool)
  if (own) return await own
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 128)}.${hint(name, exchange)}`)
}

async function callOperation(operation: Operation, input: Input, exchange: Exchange): Promise<Outcome> {
  const { session, ctx } = exchange
  try {
    const confirmed = afterAsking(operation, input, ctx)
    const listener = listenerFor(ctx)
    const presence = presenceIn(session, ctx)
    const result = await invoke(operation, confirmed, { ...session, presence, ...(listener && { listener }) })
    return (await taskFor(operation, result, exchange)) ?? answered(operation, result)
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown // not of the call, which has failed by then, but of telling it
    return (await askFirst(thrown, operation, input, exchange)) ?? refused(thrown, session.requestId, operation.tool.name)
  }
}

/** Progress goes to a client that gave a token for it; each notification tells more than the one before. */
function listenerFor({ mcpReq }: ServerContext): ((event: string, data: unknown) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let told = -1
  return (event, data) => {
    if (event !== 'progress' || !isProgress(data) || data.done <= told) return
    told = data.done
    const { done: progress, total, message } = data
    const params = { progressToken, progress, ...(total !== null && { total }), ...(message !== undefined && { message }) }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined) // the client is gone, which its presence tells
  }
}

const isProgress = (data: unknown): data is { done: number; total: number | null; message?: string } =>
  typeof data === 'object' && data !== null && 'done' in data && typeof data.done === 'number'

function hint(name: string, { parts: { catalog, ports }, session: { caller } }: Exchange): string {
  const names = catalog.operations.filter(operation => ports.visible(operation, caller)).map(({ id }) => id)
  const nearest = near(name, names)
  return nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ' tools/list names those there are.'
}
