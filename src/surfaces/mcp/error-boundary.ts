import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asError, asOperationError, OperationError } from '../../contract/errors.ts'
import type { McpHandlers, Session } from './context.ts'

/** Wraps handlers: each request has its own session; an unexpected error becomes a protocol error with a fixed message, and its cause is logged. */
export function withErrorBoundary(handlersIn: (session: Session) => McpHandlers, sessionOf: () => Session): McpHandlers {
  const guard =
    <Given extends unknown[], Answer>(pick: (handlers: McpHandlers) => (...given: Given) => Answer | Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const session = sessionOf()
      try {
        return await pick(handlersIn(session))(...given)
      } catch (error) {
        throw toProtocolError(error, session)
      }
    }
  return {
    listTools: guard(({ listTools }) => listTools),
    callTool: guard(({ callTool }) => callTool),
    listResources: guard(({ listResources }) => listResources),
    listResourceTemplates: guard(({ listResourceTemplates }) => listResourceTemplates),
    readResource: guard(({ readResource }) => readResource),
    listPrompts: guard(({ listPrompts }) => listPrompts),
    getPrompt: guard(({ getPrompt }) => getPrompt),
    complete: guard(({ complete }) => complete),
    getTask: guard(({ getTask }) => getTask),
    updateTask: guard(({ updateTask }) => updateTask),
    cancelTask: guard(({ cancelTask }) => cancelTask)
  }
}

function toProtocolError(error: unknown, { log }: Session): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (!(error instanceof OperationError)) log.error({ err: asError(error) }, 'MCP request failed')
  return new ProtocolError(ProtocolErrorCode.InternalError, asOperationError(error).message)
}
