import { brief, inLine } from '../../lib/format.ts'
import type { GraphObject, Link } from './schemas.ts'

/** `from -[relation]-> to`, with its times, and its fact if that adds something. */
export function linkLine({ id, from, relation, to, fact, valid_at, invalid_at }: Link): string {
  const times = [...(valid_at === null ? [] : [`from ${valid_at}`]), ...(invalid_at === null ? [] : [`until ${invalid_at}`])]
  const plain = fact === `${from} ${relation} ${to}`
  return `- ${inLine(`${from} -[${relation}]-> ${to}${plain ? '' : `: ${fact}`}`)}${times.length > 0 ? ` (${times.join(' ')})` : ''} \`${id}\``
}

export const linkLines = (links: readonly Link[], none = 'No links.'): string =>
  links.length === 0 ? none : links.map(linkLine).join('\n')

export function objectLines({ name, type, summary, attributes, aliases = [] }: GraphObject): string {
  const facts = attributes.map(({ name, value }) => `- **${inLine(name)}**: ${inLine(String(value))}`).join('\n')
  return [
    `# ${inLine(`${name}${type === null ? '' : ` (${type})`}`)}`,
    inLine(summary),
    aliases.length > 0 ? `Also known as ${inLine(aliases.join(', '))}.` : '',
    facts
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Appends the cursor of the next page. */
export const paged = (text: string, next: string | null): string => (next === null ? text : `${text}\n\nMore: cursor \`${next}\``)

export const describeTriple = ({ from, relation, to }: { from: string; relation: string; to: string }): string =>
  `${brief(from)} -[${brief(relation)}]-> ${brief(to)}`
