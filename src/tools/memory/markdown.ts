import type { GraphObject, Link } from './schemas.ts'

/** `from -[relation]-> to`, with its times and its fact, where that says more. */
export function linkLine({ id, from, relation, to, fact, valid_at, invalid_at }: Link): string {
  const times = [...(valid_at === null ? [] : [`from ${valid_at}`]), ...(invalid_at === null ? [] : [`until ${invalid_at}`])]
  const plain = fact === `${from} ${relation} ${to}`
  return `- ${from} -[${relation}]-> ${to}${plain ? '' : `: ${fact}`}${times.length > 0 ? ` (${times.join(' ')})` : ''} \`${id}\``
}

export const linkLines = (links: readonly Link[], none = 'No link.'): string => (links.length === 0 ? none : links.map(linkLine).join('\n'))

export function objectLines({ name, type, summary, attributes }: GraphObject): string {
  const facts = attributes.map(({ name, value }) => `- **${name}**: ${value}`).join('\n')
  return [`# ${name}${type === null ? '' : ` (${type})`}`, summary, facts].filter(Boolean).join('\n\n')
}

/** With the word for the next page. */
export const paged = (text: string, next: string | null): string => (next === null ? text : `${text}\n\nMore: cursor \`${next}\``)
