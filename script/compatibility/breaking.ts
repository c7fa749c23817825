import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../src/contract/schema.ts'
import type { Contract, OperationContract } from './contract.ts'
import { misfits } from './fits.ts'

/** What a caller of the released contract could trip over in the present one, a line each. */
export function breaking(released: Contract, present: Contract): string[] {
  const { metadata, failure } = present.envelope
  return [
    ...each(released.operations, present.operations, operationBreaks),
    ...gone(released.mcp, present.mcp).map(name => `MCP: the ${name} is gone`),
    ...misfits(metadata, released.envelope.metadata, 'output', 'metadata'),
    ...misfits(failure, released.envelope.failure, 'output'),
    ...each(released.reasons, present.reasons, (old, now) =>
      isDeepStrictEqual(old, now) ? [] : [`${old.code} ${old.status} became ${now.code} ${now.status}`]
    )
  ]
}

/** All of the old ones must still be there; what breaks in each is told with its name. */
function each<Row>(released: Record<string, Row>, present: Record<string, Row>, breaksIn: (old: Row, now: Row) => string[]): string[] {
  return Object.entries(released).flatMap(([name, old]) => {
    const now = present[name]
    return (now ? breaksIn(old, now) : ['is gone']).map(text => `${name}: ${text}`)
  })
}

function operationBreaks(old: OperationContract, now: OperationContract): string[] {
  return [
    ...(old.route === now.route ? [] : [`${old.route} became ${now.route}`]),
    ...(rank(now) > rank(old) ? [`needs ${now.permission} where ${old.permission} was enough`] : []),
    ...gone(old.aliases, now.aliases).map(alias => `no longer answers to ${alias}`),
    ...gone(old.spellings, now.spellings).map(spelling => `no longer takes ${spelling}`),
    ...now.requires.filter(rule => !old.requires.some(known => isAsWide(rule, known))).map(rule => `asks for more: ${rule}`),
    ...(now.confirms && !old.confirms ? ['waits for confirm: true now'] : []),
    ...(old.idempotent && !now.idempotent ? ['is not idempotent any more'] : []),
    ...gone(now.success, old.success).map(status => `answers ${status} now`),
    ...gone(old.media_types, now.media_types).map(type => `no longer has ${type}`),
    ...bodyBreaks(old.body, now.body).map(text => `body ${text}`),
    ...misfits(old.input, now.input, 'input').map(text => `input ${text}`),
    ...defaultBreaks(old.input, now.input).map(text => `input ${text}`),
    ...misfits(now.output, old.output, 'output').map(text => `output ${text}`)
  ]
}

/** Those of the first that are not among the others. */
const gone = <T>(old: readonly T[], now: readonly T[]): T[] => old.filter(one => !now.includes(one))

/** The same rule, or one that leaves more to choose from. */
function isAsWide(rule: string, known: string): boolean {
  if (rule === known) return true
  const [[head, choices], [knownHead, knownChoices]] = [partsOf(rule), partsOf(known)]
  return head === knownHead && /^Give (exactly|at least) one of$/.test(head) && gone(knownChoices, choices).length === 0
}

function partsOf(rule: string): [head: string, choices: string[]] {
  const [head = '', list = ''] = rule.replace(/\.$/, '').split(': ')
  return [head, list.split(/, (?:or )?/)]
}

function bodyBreaks(old: JsonSchema | null, now: JsonSchema | null): string[] {
  if (!old) return now && (now.required ?? []).length > 0 ? ['is required now'] : []
  return now ? [...misfits(old, now, 'input'), ...defaultBreaks(old, now)] : ['is no longer taken']
}

const PERMISSIONS = ['read', 'write', 'destructive']
const rank = ({ permission }: OperationContract): number => PERMISSIONS.indexOf(permission ?? '')

/** Another default changes what a call does that leaves the property out. */
function defaultBreaks(old: JsonSchema, now: JsonSchema): string[] {
  return Object.entries(old.properties ?? {})
    .filter(([name, node]) => now.properties?.[name] && !isDeepStrictEqual(node.default, now.properties[name].default))
    .map(([name, node]) => `${name}: ${JSON.stringify(node.default)} by default became ${JSON.stringify(now.properties?.[name]?.default)}`)
}
