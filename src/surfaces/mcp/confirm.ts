import { hash, randomUUID } from 'node:crypto'
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type RequestStateCodec,
  type Server,
  type ServerContext
} from '@modelcontextprotocol/server'
import { acceptsIdempotencyKey } from '../../catalog/reserved-inputs.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'

/** The state that a client stores between the rounds of a call that requests confirmation. */
interface PendingCall {
  /** Digest of the operation and its input. */
  call: string
  /** Idempotency key of this confirmation: a round that is repeated after a lost response is the same call. */
  once: string
}

export type StateCodec = Pick<RequestStateCodec<PendingCall>, 'mint' | 'verify'>

/** Creates the codec that signs the state for a caller, and verifies it when the client returns it. */
export function createStateCodec(secret: () => Promise<Uint8Array>): StateCodec {
  let opened: Promise<RequestStateCodec<PendingCall>> | undefined
  const open = async (): Promise<RequestStateCodec<PendingCall>> =>
    createRequestStateCodec<PendingCall>({ key: await secret(), bind: whose })
  const codec = (): Promise<RequestStateCodec<PendingCall>> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined // the next call retries
      throw error
    })
    return opened
  }
  return {
    mint: async (pending, ctx) => (await codec()).mint(pending, ctx),
    verify: async (state, ctx) => (await codec()).verify(state, ctx)
  }
}

const whose = (ctx: ServerContext): string => ctx.http?.authInfo?.clientId ?? 'this machine'

type Input = Record<string, unknown>

/** Name of the response in the client's input responses. */
export const ANSWER = 'confirm'

/** The form that the client shows to the user. */
export const FORM = {
  type: 'object' as const,
  properties: {
    confirm: { type: 'boolean' as const, title: 'Confirm', description: 'true: do it now. false: change nothing', default: false }
  },
  required: ['confirm']
}

/** Asks the user through the client; undefined if the client cannot ask. The error then explains to the model what to send. */
export async function askFirst(
  error: OperationError,
  { id }: Operation,
  input: Input,
  { seal, server, ctx }: { seal: StateCodec; server: Server; ctx: ServerContext }
): Promise<InputRequiredResult | undefined> {
  if (error.reason !== 'confirmation_required' || error.details['declined'] === true || !canAsk(server)) return undefined
  const { would_do: would, estimate } = error.details
  const message = [would ?? error.message, estimate].filter(part => typeof part === 'string').join(' ')
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema: FORM }) },
    requestState: await seal.mint({ call: digestOf(id, input), once: randomUUID() }, ctx)
  })
}

/** Returns the input after the user responded: confirmed. Throws if the user declined, or if it is a different call. */
export function afterAsking(operation: Operation, input: Input, ctx: ServerContext): Input {
  const pending = ctx.mcpReq.requestState<PendingCall>()
  const response = ctx.mcpReq.inputResponses?.[ANSWER]
  if (pending === undefined || response === undefined) return input
  if (pending.call !== digestOf(operation.id, input)) throw declined('The confirmation was for a different call. Nothing was done.')
  if (acceptedContent(ctx.mcpReq.inputResponses, ANSWER)?.['confirm'] !== true)
    throw declined('The user declined the call. Nothing was done.')
  return { ...(acceptsIdempotencyKey(operation) && { idempotency_key: pending.once }), ...input, confirm: true }
}

/** Whether the client can show a form. A client that declares elicitation without a kind supports forms. */
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
    suggestions: ['Do not call it again unless the user asks for it.']
  })
