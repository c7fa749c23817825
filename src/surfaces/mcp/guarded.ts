import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { asOperationError, OperationError } from '../../contract/errors.ts'
import type { Answers, Session } from './parts.ts'

/** The same answers; what fails behind them is told in words that are meant for callers, and its cause is logged. */
export function guarded(answers: Answers, sessionOf: () => Session): Answers {
  const guard =
    <Given extends unknown[], Answer>(answer: (...given: Given) => Answer | Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      try {
        return await answer(...given)
      } catch (error) {
        throw told(error, sessionOf())
      }
    }
  return {
    listTools: guard(answers.listTools),
    callTool: guard(answers.callTool),
    listResources: guard(answers.listResources),
    listResourceTemplates: guard(answers.listResourceTemplates),
    readResource: guard(answers.readResource),
    listPrompts: guard(answers.listPrompts),
    getPrompt: guard(answers.getPrompt),
    complete: guard(answers.complete),
    getTask: guard(answers.getTask),
    updateTask: guard(answers.updateTask),
    cancelTask: guard(answers.cancelTask)
  }
}

function told(error: unknown, { log }: Session): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (!(error instanceof OperationError)) log.error({ err: error }, 'Answering failed')
  return new ProtocolError(ProtocolErrorCode.InternalError, asOperationError(error).message)
}
