import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../src/catalog/json-schema.ts'
import type { Contract, OperationContract } from './contract.ts'
import { misfits } from './fits.ts'

/** Returns every difference that could break a caller of the released contract, one line each. */
export function breaking(released: Contract, present: Contract): string[] {
  const { metadata, failure } = present.envelope
  return [
    ...each(released.operations, present.operations, operationBreaks),
    ...removed(released.mcp, present.mcp).map(name => `MCP: the ${name} was removed`),
    ...misfits(metadata, released.envelope.metadata, 'output', 'metadata'),
    ...misfits(failure, released.envelope.failure, 'output'),
    ...each(released.reasons, present.reasons, (old, now) =>
      isDeepStrictEqual(old, now) ? [] : [`${old.code} ${old.status} became ${now.code} ${now.status}`]
    )
  ]
}

/** Every released row must still exist. Returns its breaking differences, prefixed with its name. */
function each<Row>(released: Record<string, Row>, present: Record<string, Row>, breaksIn: (old: Row, now: Row) => string[]): string[] {
  return Object.entries(released).flatMap(([name, old]) => {
    const now = present[name]
    return (now ? breaksIn(old, now) : ['was removed']).map(text => `${name}: ${text}`)
  })
}

function operationBreaks(old: OperationContract, now: OperationContract): string[] {
  return [
    ...(old.route === now.route ? [] : [`${old.route} became ${now.route}`]),
    ...(rank(now) > rank(old) ? [`needs ${now.permission} where ${old.permission} was enough`] : []),
    ...removed(old.aliases, now.aliases).map(alias => `no longer has the alias ${alias}`),
    ...removed(old.spellings, now.spellings).map(spelling => `no longer accepts ${spelling}`),
    ...now.requires.filter(rule => !old.requires.some(known => isAsWide(rule, known))).map(rule => `has a new rule: ${rule}`),
    ...(now.confirms && !old.confirms ? ['needs confirm: true now'] : []),
    ...(old.idempotent && !now.idempotent ? ['is no longer idempotent'] : []),
    ...removed(now.success, old.success).map(status => `returns ${status} now`),
    ...removed(old.media_types, now.media_types).map(type => `no longer supports ${type}`),
    ...bodyBreaks(old.body, now.body).map(text => `body ${text}`),
    ...misfits(old.input, now.input, 'input').map(text => `input ${text}`),
    ...defaultBreaks(old.input, now.input).map(text => `input ${text}`),
    ...misfits(now.output, old.output, 'output').map(text => `output ${text}`)
  ]
}

/** Elements of the first list that the second lacks. */
const removed = <T>(old: readonly T[], now: readonly T[]): T[] => old.filter(one => !now.includes(one))

/** Whether it is the same rule, or one with more choices. */
function isAsWide(rule: string, known: string): boolean {
  if (rule === known) return true
  const [[head, choices], [knownHead, knownChoices]] = [partsOf(rule), partsOf(known)]
  return head === knownHead && /^Set (exactly|at least) one of$/.test(head) && removed(knownChoices, choices).length === 0
}

function partsOf(rule: string): [head: string, choices: string[]] {
  const [head = '', list = ''] = rule.replace(/\.$/, '').split(': ')
  return [head, list.split(/, (?:or )?/)]
}

function bodyBreaks(old: JsonSchema | null, now: JsonSchema | null): string[] {
  if (!old) return now && (now.required ?? []).length > 0 ? ['is required now'] : []
  return now ? [...misfits(old, now, 'input'), ...defaultBreaks(old, now)] : ['is no longer accepted']
}

const PERMISSIONS = ['read', 'write', 'destructive']
const rank = ({ permission }: OperationContract): number => PERMISSIONS.indexOf(permission ?? '')

/** A different default changes the effect of a call that omits the property. */
function defaultBreaks(old: JsonSchema, now: JsonSchema): string[] {
  return Object.entries(old.properties ?? {})
    .filter(([name, node]) => now.properties?.[name] && !isDeepStrictEqual(node.default, now.properties[name].default))
    .map(([name, node]) => `${name}: ${JSON.stringify(node.default)} as default became ${JSON.stringify(now.properties?.[name]?.default)}`)
}
