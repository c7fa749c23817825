import { type Static, Type } from 'typebox'

const PERMISSIONS = ['read', 'write', 'destructive', 'costly'] as const
const DECISIONS = ['allow', 'confirm', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

export const PolicyRule = Type.Object(
  {
    system: Type.Optional(
      Type.String({
        pattern: '^(\\*|[a-z][a-z0-9]*)$',
        description: 'the system the rule is for, such as filesystem; default *, every system'
      })
    ),
    key: Type.Optional(
      Type.String({ minLength: 1, description: 'id of the key the rule is for (local: calls without a key); default: every key' })
    ),
    permission: Type.Enum([...PERMISSIONS, '*'], {
      type: 'string',
      description:
        'what the rule is about: read, write, destructive, costly, or * for all of them (with confirm: all but read, which cannot be confirmed)'
    }),
    decision: Type.Enum([...DECISIONS], {
      type: 'string',
      description: 'allow (runs), confirm (waits for confirm: true) or deny (never runs)'
    })
  },
  { additionalProperties: false, description: 'a rule: { system, key, permission, decision }' }
)
export type PolicyRule = Static<typeof PolicyRule>

export interface PolicySubject {
  system: string
  keyId: string
  permission: (typeof PERMISSIONS)[number]
}

/** What the policy says: the most specific rule that fits, of equal ones the last. Without one, destructive and costly calls wait for confirmation. */
export function decide(policy: readonly PolicyRule[], subject: PolicySubject): Decision {
  const rule = ruleFor(policy, subject)
  if (rule !== undefined) return rule.decision
  return subject.permission === 'destructive' || subject.permission === 'costly' ? 'confirm' : 'allow'
}

/** The rule that decides, for the words of a refusal; undefined where the default does. */
export function ruleFor(policy: readonly PolicyRule[], subject: PolicySubject): PolicyRule | undefined {
  let best: PolicyRule | undefined
  for (const rule of policy) {
    if (fits(rule, subject) && (best === undefined || weight(rule) >= weight(best))) best = rule
  }
  return best
}

function fits({ system = '*', key, permission, decision }: PolicyRule, subject: PolicySubject): boolean {
  if (decision === 'confirm' && subject.permission === 'read') return false
  return (
    (system === '*' || system === subject.system) &&
    (key === undefined || key === subject.keyId) &&
    (permission === '*' || permission === subject.permission)
  )
}

/** A key weighs more than a system, a system more than a permission. */
function weight({ system = '*', key, permission }: PolicyRule): number {
  return (key === undefined ? 0 : 4) + (system === '*' ? 0 : 2) + (permission === '*' ? 0 : 1)
}
