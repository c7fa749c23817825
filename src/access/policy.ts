import { type Static, Type } from 'typebox'

const PERMISSIONS = ['read', 'write', 'destructive', 'costly'] as const
const DECISIONS = ['allow', 'confirm', 'approval', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

export const PolicyRule = Type.Object(
  {
    system: Type.Optional(
      Type.String({
        pattern: '^(\\*|[a-z][a-z0-9]*)$',
        description: 'the system that the rule applies to, such as filesystem; default *, every system'
      })
    ),
    instance: Type.Optional(
      Type.String({ minLength: 1, description: 'the instance that the rule applies to, such as work; default: every instance' })
    ),
    operation: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9_*]{1,64}$',
        description: 'the operations that the rule applies to: an ID, or a pattern such as gitlab_delete_*; default *, every operation'
      })
    ),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'ID of the key that the rule applies to (local: calls without a key), or jwt:<issuer> for tokens of this issuer; default: every caller'
      })
    ),
    permission: Type.Enum([...PERMISSIONS, '*'], {
      type: 'string',
      description:
        'the permission that the rule applies to: read, write, destructive, costly, or * for all of them (with confirm and approval: all but read)'
    }),
    decision: Type.Enum([...DECISIONS], {
      type: 'string',
      description: 'allow (runs), confirm (needs confirm: true), approval (waits until another caller approves it) or deny (never runs)'
    })
  },
  { additionalProperties: false, description: 'a rule: { system, instance, operation, key, permission, decision }' }
)
export type PolicyRule = Static<typeof PolicyRule>

export interface PolicySubject {
  system: string
  /** null for a system without instances; undefined while the input is not read yet. */
  instance: string | null | undefined
  /** ID of the operation. */
  operation: string
  keyId: string
  permission: (typeof PERMISSIONS)[number]
}

/** Returns the decision of the first rule that matches. By default, destructive and costly calls need confirmation. */
export function decide(policy: readonly PolicyRule[], subject: PolicySubject): Decision {
  const rule = ruleFor(policy, subject)
  if (rule !== undefined) return rule.decision
  return subject.permission === 'destructive' || subject.permission === 'costly' ? 'confirm' : 'allow'
}

/**
 * Returns the rule that decides; undefined if the default applies. While the instance is not known, a rule that denies one instance does not decide:
 * the call may be for another.
 */
export const ruleFor = (policy: readonly PolicyRule[], subject: PolicySubject): PolicyRule | undefined =>
  policy.find(
    rule =>
      CONDITIONS.every(([, holds]) => holds(rule, subject)) &&
      (subject.instance !== undefined || rule.instance === undefined || rule.decision !== 'deny')
  )

/** Returns the properties of a rule that keep it from matching. */
export const mismatches = (rule: PolicyRule, subject: PolicySubject): string[] =>
  CONDITIONS.filter(([, holds]) => !holds(rule, subject)).map(([property]) => property)

/** Whether the decision asks for consent: of the user, or of another caller. A read changes nothing, so none is needed. */
export const isConsent = (decision: Decision): boolean => decision === 'confirm' || decision === 'approval'

type Condition = (rule: PolicyRule, subject: PolicySubject) => boolean

/** What must hold for a rule to match, by property. */
const CONDITIONS: readonly [property: keyof PolicyRule, holds: Condition][] = [
  ['system', ({ system = '*' }, subject) => system === '*' || system === subject.system],
  ['key', ({ key }, { keyId }) => key === undefined || key === keyId],
  ['permission', (rule, { permission }) => rule.permission === '*' || rule.permission === permission],
  ['instance', (rule, { instance }) => rule.instance === undefined || instance === undefined || rule.instance === instance],
  ['operation', (rule, { operation }) => rule.operation === undefined || matchesPattern(rule.operation, operation)],
  ['decision', ({ decision }, { permission }) => permission !== 'read' || !isConsent(decision)]
]

/** Whether a name matches a pattern, in which `*` stands for any characters. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
