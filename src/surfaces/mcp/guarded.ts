import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asOperationError, OperationError } from '../../contract/errors.ts'
import type { Answers, Session } from './parts.ts'

/** Answers, each within a session of its own. What fails behind one is told in words that are meant for callers, and its cause is logged. */
export function guarded(answersIn: (session: Session) => Answers, sessionOf: () => Session): Answers {
  const guard =
    <Given extends unknown[], Answer>(pick: (answers: Answers) => (...given: Given) => Answer | Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const session = sessionOf()
      try {
        return await pick(answersIn(session))(...given)
      } catch (error) {
        throw told(error, session)
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

function told(error: unknown, { log }: Session): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (!(error instanceof OperationError)) log.error({ err: error }, 'Answering failed')
  return new ProtocolError(ProtocolErrorCode.InternalError, asOperationError(error).message)
}
