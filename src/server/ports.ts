import { constraintAgainst } from '../access/constraints.ts'
import { decide, type PolicyRule, type PolicySubject, ruleFor } from '../access/policy.ts'
import { allows, requiredScope } from '../access/scopes.ts'
import { DECIDE, mayDecide } from '../contract/approvals.ts'
import type { Caller } from '../contract/call.ts'
import { lowestPermission, type Operation, type Permission } from '../contract/operation.ts'
import { credentialOf, isUserId } from '../contract/principal.ts'
import { OPEN_PORTS, type PolicyDecision, type PolicyQuery, type Ports } from '../pipeline/ports.ts'

export interface PortOptions {
  /** Returns the current policy. Called for each call, because the config file may change. */
  policy: () => readonly PolicyRule[]
}

/** Returns ports that check scope and policy from the configuration. The other ports keep their defaults. */
export function createPorts({ policy }: PortOptions): Ports {
  return {
    ...OPEN_PORTS,
    policy: decider(policy),
    visible: (operation, caller) => {
      const permission = lowestPermission(operation.permission)
      const subject = {
        system: operation.tool.name,
        instance: undefined,
        operation: operation.id,
        keyId: credentialOf(caller.id),
        permission
      }
      if (operation.deciders_only) return isOwn(operation, caller)
      return (
        isOwn(operation, caller) ||
        (allows(caller.scopes, scopedOf(operation, permission)) &&
          !isWithheld(operation, caller) &&
          constraintAgainst(caller, operation, undefined) === undefined &&
          decide(policy(), subject) !== 'deny')
      )
    }
  }
}

interface Decided {
  instance: PolicyQuery['instance']
  decision: PolicyDecision
}

/** The latest decisions about one caller. */
type Latest = Map<Operation, Partial<Record<Permission, Decided>>>

/**
 * Keeps the latest decision about each caller, operation and permission: one from before the input is read, and one about an instance. A caller whose key
 * changes is another object, and so is a changed policy.
 */
function decider(policy: PortOptions['policy']): Ports['policy'] {
  let rules = policy()
  let unread = new WeakMap<Caller, Latest>()
  let read = new WeakMap<Caller, Latest>()
  return query => {
    const { operation, caller, permission, instance, costly } = query
    const now = policy()
    if (now !== rules) [rules, unread, read] = [now, new WeakMap(), new WeakMap()]
    if (costly) return verdictOn(query, rules)
    const known = instance === undefined ? unread : read
    const byOperation = known.get(caller) ?? new Map()
    const latest = byOperation.get(operation) ?? {}
    const last = latest[permission]
    if (last && last.instance === instance) return last.decision
    const decision = verdictOn(query, rules)
    latest[permission] = { instance, decision }
    known.set(caller, byOperation.set(operation, latest))
    return decision
  }
}

function verdictOn(query: PolicyQuery, rules: readonly PolicyRule[]): PolicyDecision {
  const { operation, caller, permission } = query
  if (isOwn(operation, caller)) return { decision: 'allow' }
  if (operation.deciders_only) return { decision: 'forbid', required_scope: DECIDE }
  const scoped = scopedOf(operation, permission)
  if (!allows(caller.scopes, scoped)) return { decision: 'forbid', required_scope: requiredScope(scoped) }
  if (isWithheld(operation, caller)) return { decision: 'deny', rule: 'users whom a backend names do not manage the gateway' }
  const constraint = constraintAgainst(caller, operation, query.instance)
  if (constraint !== undefined) return { decision: 'deny', constraint }
  const decided = subjectsOf(query).map(subject => ({ subject, decision: decide(rules, subject) }))
  const denied = decided.find(({ decision }) => decision === 'deny')
  if (denied) {
    const instance = ruleFor(rules, denied.subject)?.instance
    const where = instance === undefined ? operation.tool.name : `the instance ${instance} of ${operation.tool.name}`
    return {
      decision: 'deny',
      rule: `the key ${credentialOf(caller.id)} is not allowed to make calls that are ${denied.subject.permission} on ${where}`
    }
  }
  const decisions = decided.map(({ decision }) => decision)
  return { decision: decisions.includes('approval') ? 'approval' : decisions.includes('confirm') ? 'confirm' : 'allow' }
}

/** Returns what the policy decides on a call: its permission, and its cost if it has one. */
export function subjectsOf({ operation, caller, permission, instance, costly }: PolicyQuery): PolicySubject[] {
  const subject = { system: operation.tool.name, instance, operation: operation.id, keyId: credentialOf(caller.id) }
  return (costly ? [permission, 'costly' as const] : [permission]).map(about => ({ ...subject, permission: about }))
}

/** Whether the operation manages the gateway and the caller is a user of a backend, who does so under no scope of the key, not even by the ID of an operation. */
const isWithheld = ({ tool }: Operation, { id }: Caller): boolean => tool.access === 'admin' && isUserId(id)

/** The creator of a job may read and control it: the job itself checks its owner. So does an approval, and who may decide on it. */
const isOwn = ({ tool, deciders_only }: Operation, { scopes }: Caller): boolean =>
  tool.access === 'own' && (!deciders_only || mayDecide(scopes))

export const scopedOf = ({ id, tool, group }: Operation, permission: Permission) => ({
  id,
  system: tool.name,
  group,
  permission,
  isAdmin: tool.access === 'admin'
})
