import { decide, type PolicyRule, type PolicySubject } from './config/policy.ts'
import type { Operation, Permission } from './contract/operation.ts'
import { OPEN_PORTS, type PolicyQuestion, type Ports, type Verdict } from './contract/ports.ts'
import { allows, requiredScope } from './scopes.ts'

export interface PortOptions {
  /** The rules in force; asked anew at each call, since the config file may change. */
  policy: () => readonly PolicyRule[]
}

/** Scope and policy, as the configuration has them. The other ports stay open. */
export function createPorts({ policy }: PortOptions): Ports {
  return {
    ...OPEN_PORTS,
    policy: question => verdictOn(question, policy()),
    visible: (operation, caller) => {
      const permission = lowest(operation)
      const subject = { system: operation.tool.name, keyId: caller.id, permission }
      return isOwn(operation) || (allows(caller.scopes, scopedOf(operation, permission)) && decide(policy(), subject) !== 'deny')
    }
  }
}

function verdictOn({ operation, caller, permission, costly }: PolicyQuestion, rules: readonly PolicyRule[]): Verdict {
  if (isOwn(operation)) return { decision: 'allow' }
  const scoped = scopedOf(operation, permission)
  if (!allows(caller.scopes, scoped)) return { decision: 'forbid', required_scope: requiredScope(scoped) }
  const subject = (about: PolicySubject['permission']): PolicySubject => ({
    system: operation.tool.name,
    keyId: caller.id,
    permission: about
  })
  const asked: PolicySubject['permission'][] = costly ? [permission, 'costly'] : [permission]
  const decided = asked.map(about => ({ about, decision: decide(rules, subject(about)) }))
  const denied = decided.find(({ decision }) => decision === 'deny')
  if (denied) return { decision: 'deny', rule: `the key ${caller.id} may make no call that is ${denied.about} on ${operation.tool.name}` }
  return { decision: decided.some(({ decision }) => decision === 'confirm') ? 'confirm' : 'allow' }
}

/** Whoever made a job may read and steer it: its owner is checked where the job is. */
const isOwn = (operation: Operation): boolean => operation.tool.access === 'own'

const scopedOf = ({ id, tool, group }: Operation, permission: Permission) => ({ id, system: tool.name, group, permission })

const lowest = ({ permission }: Operation): Permission => (typeof permission === 'string' ? permission : 'read')
