import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../src/contract/schema.ts'
import type { Contract, OperationContract } from './contract.ts'
import { misfits } from './fits.ts'

/** What a caller of the released contract could trip over in the present one, a line each. */
export function breaking(released: Contract, present: Contract): string[] {
  const { metadata, failure } = present.envelope
  return [
    ...each(released.operations, present.operations, operationBreaks),
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
    ...old.aliases.filter(alias => !now.aliases.includes(alias)).map(alias => `no longer answers to ${alias}`),
    ...misfits(old.input, now.input, 'input').map(text => `input ${text}`),
    ...defaultBreaks(old.input, now.input).map(text => `input ${text}`),
    ...misfits(now.output, old.output, 'output').map(text => `output ${text}`)
  ]
}

const PERMISSIONS = ['read', 'write', 'destructive']
const rank = ({ permission }: OperationContract): number => PERMISSIONS.indexOf(permission ?? '')

/** Another default changes what a call does that leaves the property out. */
function defaultBreaks(old: JsonSchema, now: JsonSchema): string[] {
  return Object.entries(old.properties ?? {})
    .filter(([name, node]) => now.properties?.[name] && !isDeepStrictEqual(node.default, now.properties[name].default))
    .map(([name, node]) => `${name}: ${JSON.stringify(node.default)} by default became ${JSON.stringify(now.properties?.[name]?.default)}`)
}
