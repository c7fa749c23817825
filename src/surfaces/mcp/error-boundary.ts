import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asError, asOperationError, OperationError } from '../../contract/errors.ts'
import { recordDuration } from '../../lib/telemetry/telemetry.ts'
import type { McpHandlers, Session } from './context.ts'

/** Wraps handlers: each request has its own session; an unexpected error becomes a protocol error with a fixed message, and its cause is logged. */
export function withErrorBoundary(handlersIn: (session: Session) => McpHandlers, sessionOf: () => Session): McpHandlers {
  const guard =
    <Args extends unknown[], Result>(method: string, pick: (handlers: McpHandlers) => (...args: Args) => Result | Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const session = sessionOf()
      const started = performance.now()
      const measure = (error?: ProtocolError): void =>
        recordDuration('mcp_server', (performance.now() - started) / 1000, {
          'mcp.method.name': method,
          'error.type': error && String(error.code)
        })
      try {
        const result = await pick(handlersIn(session))(...args)
        measure()
        return result
      } catch (error) {
        const converted = toProtocolError(error, session)
        measure(converted)
        throw converted
      }
    }
  return {
    listTools: guard('tools/list', ({ listTools }) => listTools),
    callTool: guard('tools/call', ({ callTool }) => callTool),
    listResources: guard('resources/list', ({ listResources }) => listResources),
    listResourceTemplates: guard('resources/templates/list', ({ listResourceTemplates }) => listResourceTemplates),
    readResource: guard('resources/read', ({ readResource }) => readResource),
    listPrompts: guard('prompts/list', ({ listPrompts }) => listPrompts),
    getPrompt: guard('prompts/get', ({ getPrompt }) => getPrompt),
    complete: guard('completion/complete', ({ complete }) => complete),
    getTask: guard('tasks/get', ({ getTask }) => getTask),
    updateTask: guard('tasks/update', ({ updateTask }) => updateTask),
    cancelTask: guard('tasks/cancel', ({ cancelTask }) => cancelTask)
  }
}

function toProtocolError(error: unknown, { log }: Session): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (!(error instanceof OperationError)) log.error({ err: asError(error) }, 'MCP request failed')
  return new ProtocolError(ProtocolErrorCode.InternalError, asOperationError(error).message)
}
