import type { InvokeContext } from './context.ts'
import { startDeadline } from './deadline.ts'
import { OperationError } from './errors.ts'
import { type Operation, type Permission, permissionOf } from './operation.ts'
import { messageFor } from './render.ts'

type Input = Record<string, unknown>

/** Whether the call may be made now: scope, then policy, then confirmation. */
export function admit(
  operation: Operation,
  input: Input,
  { caller, ports }: Pick<InvokeContext, 'caller' | 'ports'>,
  permission = permissionOf(operation, input)
): void {
  const rehearsal = input['dry_run'] === true
  const verdict = ports.policy({ operation, caller, permission, costly: operation.costly !== undefined && !rehearsal })
  if (verdict.decision === 'forbid') throw lacksScope(operation, verdict.required_scope)
  if (verdict.decision === 'deny') throw denied(operation, verdict.rule)
  const asks = verdict.decision === 'confirm' || asksFirst(operation, permission)
  if (asks && operation.kind === 'operation' && !rehearsal && input['confirm'] !== true) throw unconfirmed(operation, input, permission)
}

/** Throws where the instance that the call is for is not there, is broken, or cannot do this whatever the input. */
export async function demandUsable(
  operation: Operation,
  { instance }: Input,
  { connections }: Pick<InvokeContext, 'connections'>
): Promise<void> {
  const { client } = await connections.get(operation.tool, typeof instance === 'string' ? instance : undefined)
  operation.usable?.(client)
}

/** Nobody is asked to confirm what cannot be done: that comes first. */
export async function refused(refusal: unknown, operation: Operation, input: Input, context: InvokeContext): Promise<never> {
  if (refusal instanceof OperationError && refusal.reason === 'confirmation_required') {
    const { presence, maxMs } = context
    const deadline = startDeadline(operation, { writes: false, partial: false, presence, maxMs })
    await deadline.race(() => demandUsable(operation, input, context)).finally(deadline.stop)
  }
  throw refusal
}

/** Whether such a call waits for confirm: true by its own definition. */
const asksFirst = ({ permission: rule }: Operation, permission: Permission): boolean =>
  permission !== 'read' && typeof rule !== 'string' && rule.asks === true

function lacksScope(operation: Operation, scope: string): OperationError {
  return new OperationError('insufficient_permissions', `This key may not call ${operation.id}: it lacks the scope ${scope}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    required_scope: scope,
    suggestions: [`Use a key with the scope ${scope}.`]
  })
}

function denied({ id, tool }: Operation, rule: string): OperationError {
  return new OperationError('denied_by_policy', `The policy of this gateway denies ${id}: ${rule}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [`Ask whoever runs the gateway for a policy rule that allows it on ${tool.name}, or for your key.`]
  })
}

function unconfirmed(operation: Operation, input: Input, permission: Permission): OperationError {
  const message = messageFor(operation, input)
  return new OperationError('confirmation_required', `${message} Nothing was done yet: repeat the call with confirm: true to do it.`, {
    source: 'gateway',
    outcome: 'not_executed',
    would_do: message,
    ...operation.shows?.(input),
    permission,
    ...(operation.costly !== undefined && { estimate: operation.costly }),
    suggestions: ['Show this to whoever decides, then send the same input with "confirm": true.']
  })
}
