import { outsideConstraints } from '../contract/constraints.ts'
import { OperationError } from '../contract/errors.ts'
import { lowestPermission, type Operation, type Permission, permissionOf } from '../contract/operation.ts'
import type { InvokeContext } from './context.ts'
import { startDeadline } from './deadline.ts'
import type { PolicyDecision } from './ports.ts'
import { callMessage } from './render.ts'

type Input = Record<string, unknown>

/**
 * Returns why the caller may call none of the operations, whatever the input; undefined if it may call one. Checks scope and policy for the lowest
 * permission of each. Surfaces call it before they read any input, so that a caller without the scope costs nothing.
 */
export function refusalBeforeInput(
  operations: readonly Operation[],
  { caller, ports }: Pick<InvokeContext, 'caller' | 'ports'>
): OperationError | undefined {
  const refusals = operations.map(operation => {
    const permission = lowestPermission(operation.permission)
    return refusalOf(ports.policy({ operation, caller, permission, instance: undefined, costly: false }), operation)
  })
  return refusals.includes(undefined) ? undefined : refusals[0]
}

/** Returns why the caller may call none of the operations of a system on this instance; undefined if it may call one. null: of a system without instances. */
export function refusalOfInstance(
  operations: readonly Operation[],
  instance: string | null,
  { caller, ports }: Pick<InvokeContext, 'caller' | 'ports'>
): OperationError | undefined {
  const refusals = operations.map(operation => {
    const permission = lowestPermission(operation.permission)
    return refusalOf(ports.policy({ operation, caller, permission, instance, costly: false }), operation)
  })
  return refusals.includes(undefined) ? undefined : refusals[0]
}

function refusalOf(decision: PolicyDecision, operation: Operation): OperationError | undefined {
  if (decision.decision === 'forbid') return lacksScope(operation, decision.required_scope)
  if (decision.decision !== 'deny') return undefined
  return 'constraint' in decision ? outsideConstraints(decision.constraint) : denied(operation, decision.rule)
}

/**
 * Returns the decision of the policy. Throws if the call is not allowed: by scope, by policy, or because it lacks confirmation. A call that needs an
 * approval needs no confirmation.
 */
export function authorize(
  operation: Operation,
  input: Input,
  { caller, ports, connections }: Pick<InvokeContext, 'caller' | 'ports' | 'connections'>,
  permission = permissionOf(operation, input)
): 'allow' | 'confirm' | 'approval' {
  const isDryRun = input['dry_run'] === true
  const { instance = connections.defaultName(operation.tool) } = input
  const decision = ports.policy({
    operation,
    caller,
    permission,
    instance: typeof instance === 'string' ? instance : null,
    costly: operation.costly !== undefined && !isDryRun
  })
  const refusal = refusalOf(decision, operation)
  if (refusal) throw refusal
  if (decision.decision === 'approval') return 'approval'
  const needsConfirmation = decision.decision === 'confirm' || alwaysConfirms(operation, input, permission)
  if (needsConfirmation && operation.kind === 'operation' && !isDryRun && input['confirm'] !== true)
    throw unconfirmed(operation, input, permission)
  return needsConfirmation ? 'confirm' : 'allow'
}

/** Returns the decision that refused a call; null if it was refused for another reason. */
export function decisionIn(refusal: unknown): PolicyDecision['decision'] | null {
  if (!(refusal instanceof OperationError)) return null
  if (refusal.reason === 'confirmation_required') return 'confirm'
  if (refusal.reason === 'denied_by_policy' || refusal.reason === 'outside_constraints') return 'deny'
  return refusal.reason === 'insufficient_permissions' ? 'forbid' : null
}

/** Throws if the instance does not exist, is broken, or has the operation disabled. */
export async function assertInstanceAvailable(
  operation: Operation,
  { instance }: Input,
  { connections }: Pick<InvokeContext, 'connections'>
): Promise<void> {
  const { client } = await connections.get(operation.tool, typeof instance === 'string' ? instance : undefined)
  operation.assertAvailable?.(client)
}

/** Throws the refusal. If it requests confirmation, errors of the instance come first: do not confirm a call that cannot succeed. */
export async function refuse(refusal: unknown, operation: Operation, input: Input, context: InvokeContext): Promise<never> {
  if (refusal instanceof OperationError && refusal.reason === 'confirmation_required') {
    const { clientConnection, maxWaitMs, responseDefaults } = context
    const deadline = startDeadline(operation, { writes: false, partial: false, clientConnection, maxWaitMs, lean: responseDefaults?.lean })
    await deadline.race(() => assertInstanceAvailable(operation, input, context)).finally(deadline.stop)
  }
  throw refusal
}

/** Whether the definition requires confirmation, whatever the policy. */
function alwaysConfirms({ permission: rule }: Operation, input: Input, permission: Permission): boolean {
  if (permission === 'read' || typeof rule === 'string') return false
  const { always_confirm: always = false } = rule
  return typeof always === 'function' ? always(input) : always
}

function lacksScope(operation: Operation, scope: string): OperationError {
  return new OperationError('insufficient_permissions', `This key is not allowed to call ${operation.id} (needs scope \`${scope}\`).`, {
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
    suggestions: [`Ask the operator of the gateway for a policy rule that allows it on ${tool.name}, or for your key.`]
  })
}

function unconfirmed(operation: Operation, input: Input, permission: Permission): OperationError {
  const message = callMessage(operation, input)
  return new OperationError(
    'confirmation_required',
    `${message} Nothing has been done yet: to do it, repeat the call with confirm: true.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      would_do: message,
      ...operation.confirmation_details?.(input),
      permission,
      ...(operation.costly !== undefined && { estimate: operation.costly }),
      suggestions: ['Show this to the user. If they agree, send the same input with "confirm": true.']
    }
  )
}
