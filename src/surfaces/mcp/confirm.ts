import { hash, randomUUID } from 'node:crypto'
import { acceptedContent, type InputRequiredResult, inputRequired, type Server, type ServerContext } from '@modelcontextprotocol/server'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { takesKey } from '../../contract/reserved.ts'
import type { Asked, Seal } from './seal.ts'

type Input = Record<string, unknown>

/** Under which name an answer comes back. */
export const ANSWER = 'confirm'

/** What whoever sits at a client is asked. */
export const FORM = {
  type: 'object' as const,
  properties: {
    confirm: { type: 'boolean' as const, title: 'Do it', description: 'true: do it now. false: leave everything as it is', default: false }
  },
  required: ['confirm']
}

/** Asks whoever sits at the client; undefined where the client cannot ask, and the model is told what to send instead. */
export async function askFirst(
  error: OperationError,
  { id }: Operation,
  input: Input,
  { seal, server, ctx }: { seal: Seal; server: Server; ctx: ServerContext }
): Promise<InputRequiredResult | undefined> {
  if (error.reason !== 'confirmation_required' || error.details['declined'] === true || !canAsk(server)) return undefined
  const { would_do: would, estimate } = error.details
  const message = [would ?? error.message, estimate].filter(part => typeof part === 'string').join(' ')
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema: FORM }) },
    requestState: await seal.mint({ call: digestOf(id, input), once: randomUUID() }, ctx)
  })
}

/** The input as it goes on after somebody was asked: confirmed, or refused in their name. */
export function afterAsking(operation: Operation, input: Input, ctx: ServerContext): Input {
  const asked = ctx.mcpReq.requestState<Asked>()
  const answer = ctx.mcpReq.inputResponses?.[ANSWER]
  if (asked === undefined || answer === undefined) return input
  if (asked.call !== digestOf(operation.id, input)) throw declined('This is not the call that was asked about: nothing was done.')
  if (acceptedContent(ctx.mcpReq.inputResponses, ANSWER)?.['confirm'] !== true) throw declined('It was declined: nothing was done.')
  return { ...(takesKey(operation) && { idempotency_key: asked.once }), ...input, confirm: true }
}

/** A client says on each request, or when it connects, whether it can show a form; without a word about the kind it means forms. */
export function canAsk(server: Server): boolean {
  const { elicitation } = server.getClientCapabilities() ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

const digestOf = (id: string, input: Input): string => hash('sha256', JSON.stringify([id, input]), 'base64url')

const declined = (message: string): OperationError =>
  new OperationError('confirmation_required', message, {
    source: 'gateway',
    outcome: 'not_executed',
    declined: true,
    suggestions: ['Do not call it again unless whoever decides has changed their mind.']
  })
