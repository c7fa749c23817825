import { type Static, Type } from 'typebox'

const PERMISSIONS = ['read', 'write', 'destructive', 'costly'] as const
const DECISIONS = ['allow', 'confirm', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

export const PolicyRule = Type.Object(
  {
    system: Type.Optional(
      Type.String({
        pattern: '^(\\*|[a-z][a-z0-9]*)$',
        description: 'the system that the rule applies to, such as filesystem; default *, every system'
      })
    ),
    key: Type.Optional(
      Type.String({ minLength: 1, description: 'ID of the key that the rule applies to (local: calls without a key); default: every key' })
    ),
    permission: Type.Enum([...PERMISSIONS, '*'], {
      type: 'string',
      description:
        'the permission that the rule applies to: read, write, destructive, costly, or * for all of them (with confirm: all but read, which cannot be confirmed)'
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

/** Returns the decision of the most specific matching rule, or of the last one if several are equally specific. By default, destructive and costly calls need confirmation. */
export function decide(policy: readonly PolicyRule[], subject: PolicySubject): Decision {
  const rule = ruleFor(policy, subject)
  if (rule !== undefined) return rule.decision
  return subject.permission === 'destructive' || subject.permission === 'costly' ? 'confirm' : 'allow'
}

/** Returns the rule that decides, for the text of a refusal; undefined if the default applies. */
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

/** A key is more specific than a system, and a system is more specific than a permission. */
function weight({ system = '*', key, permission }: PolicyRule): number {
  return (key === undefined ? 0 : 4) + (system === '*' ? 0 : 2) + (permission === '*' ? 0 : 1)
}
