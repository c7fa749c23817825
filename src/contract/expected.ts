import type { JsonSchema } from './schema.ts'
import { near } from './spelling.ts'

const LONGEST_DESCRIPTION = 200
const MOST_NAMED = 20

/** What a schema asks of a value, in words: its type and range, its form, then what it is for. */
export function expectedOf(node: JsonSchema): string | undefined {
  const { description } = node
  const parts = [kindOf(node), description && short(description)].filter(part => part !== undefined && part !== '')
  return parts.length === 0 ? undefined : parts.join(': ')
}

/** The word that was meant, else all there are. */
export function expectedWord(given: unknown, allowed: readonly string[]): string {
  const [nearest] = typeof given === 'string' ? near(given, allowed, 1) : []
  return nearest === undefined ? oneOf(allowed) : `did you mean ${nearest}? ${oneOf(allowed)}`
}

/** The name that was meant: one written alike, or of which one holds the other (`path`, `file_path`); else all there are. */
export function expectedName(name: string, known: readonly string[]): string {
  const alike = near(name, known, 1)
  const meant = alike.length > 0 ? alike : known.filter(candidate => holds(candidate, name) || holds(name, candidate)).slice(0, 3)
  if (meant.length > 0) return `did you mean ${meant.join(' or ')}?`
  return known.length === 0 ? 'nothing: there are no properties' : oneOf(known)
}

/** Whole words, so that `id` stands in `page_id` and not in `width`. */
const holds = (whole: string, part: string): boolean => part.length <= whole.length && `_${whole}_`.includes(`_${part.toLowerCase()}_`)

export function oneOf(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `one of: ${names.slice(0, MOST_NAMED).join(', ')}${more}`
}

function kindOf(node: JsonSchema): string | undefined {
  if (Array.isArray(node['enum'])) return oneOf(node['enum'].map(String))
  if (node.anyOf) return [...new Set(node.anyOf.flatMap(branch => kindOf(branch) ?? []))].join(', or ')
  const name = NAMES[node.type ?? '']
  if (name === undefined) return undefined
  const form = node['x-form']
  if (node.properties) return `${name} { ${membersOf(node)} }`
  return [name, rangeOf(node), typeof form === 'string' ? form : ''].filter(Boolean).join(' ')
}

/** `{ email, optional? }`: what may be absent has a question mark. */
const membersOf = ({ properties = {}, required = [] }: JsonSchema): string =>
  Object.entries(properties)
    .slice(0, MOST_NAMED)
    .map(([name, { default: preset }]) => (required.includes(name) && preset === undefined ? name : `${name}?`))
    .join(', ')

const NAMES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null'
}

const LIMITS: Readonly<Record<string, [least: string, most: string, unit: string]>> = {
  integer: ['minimum', 'maximum', ''],
  number: ['minimum', 'maximum', ''],
  string: ['minLength', 'maxLength', ' characters'],
  array: ['minItems', 'maxItems', ' items']
}

function rangeOf(node: JsonSchema): string {
  const [least, most, unit] = LIMITS[node.type ?? ''] ?? ['', '', '']
  const [low, high, of] = [node[least], node[most], unit === '' ? '' : 'of ']
  if (low !== undefined && high !== undefined) return `${unit === '' ? 'from' : 'of'} ${low} to ${high}${unit}`
  if (low !== undefined) return `${of}at least ${low}${unit}`
  return high === undefined ? '' : `${of}at most ${high}${unit}`
}

const short = (text: string): string => (text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION)}…` : text)
