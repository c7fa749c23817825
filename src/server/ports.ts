import { decide, type PolicyRule, type PolicySubject, ruleFor } from '../access/policy.ts'
import { allows, requiredScope } from '../access/scopes.ts'
import { lowestPermission, type Operation, type Permission } from '../contract/operation.ts'
import { OPEN_PORTS, type PolicyDecision, type PolicyQuery, type Ports } from '../pipeline/ports.ts'

export interface PortOptions {
  /** Returns the current policy. Called for each call, because the config file may change. */
  policy: () => readonly PolicyRule[]
}

/** Returns ports that check scope and policy from the configuration. The other ports keep their defaults. */
export function createPorts({ policy }: PortOptions): Ports {
  return {
    ...OPEN_PORTS,
    policy: question => verdictOn(question, policy()),
    visible: (operation, caller) => {
      const permission = lowestPermission(operation.permission)
      const subject = { system: operation.tool.name, instance: undefined, operation: operation.id, keyId: caller.id, permission }
      return isOwn(operation) || (allows(caller.scopes, scopedOf(operation, permission)) && decide(policy(), subject) !== 'deny')
    }
  }
}

function verdictOn(query: PolicyQuery, rules: readonly PolicyRule[]): PolicyDecision {
  const { operation, caller, permission } = query
  if (isOwn(operation)) return { decision: 'allow' }
  const scoped = scopedOf(operation, permission)
  if (!allows(caller.scopes, scoped)) return { decision: 'forbid', required_scope: requiredScope(scoped) }
  const decided = subjectsOf(query).map(subject => ({ subject, decision: decide(rules, subject) }))
  const denied = decided.find(({ decision }) => decision === 'deny')
  if (denied) {
    const instance = ruleFor(rules, denied.subject)?.instance
    const where = instance === undefined ? operation.tool.name : `the instance ${instance} of ${operation.tool.name}`
    return { decision: 'deny', rule: `the key ${caller.id} is not allowed to make calls that are ${denied.subject.permission} on ${where}` }
  }
  return { decision: decided.some(({ decision }) => decision === 'confirm') ? 'confirm' : 'allow' }
}

/** Returns what the policy decides about a call: its permission, and its cost if it has one. */
export function subjectsOf({ operation, caller, permission, instance, costly }: PolicyQuery): PolicySubject[] {
  const subject = { system: operation.tool.name, instance, operation: operation.id, keyId: caller.id }
  return (costly ? [permission, 'costly' as const] : [permission]).map(about => ({ ...subject, permission: about }))
}

/** The creator of a job may read and control it. The job itself checks its owner. */
const isOwn = (operation: Operation): boolean => operation.tool.access === 'own'

export const scopedOf = ({ id, tool, group }: Operation, permission: Permission) => ({
  id,
  system: tool.name,
  group,
  permission,
  isAdmin: tool.access === 'admin'
})
