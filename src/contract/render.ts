import type { Failure } from './envelope.ts'
import type { ToolEntry } from './gateway-shapes.ts'
import { isSecret } from './log.ts'
import { ceilingOf, type Operation } from './operation.ts'

type Input = Record<string, unknown>

const LONGEST_VALUE = 80

/** A call in plain words, for whoever must approve it. */
export function messageFor(operation: Operation, input: Input): string {
  return sentence(ownWords(operation, input) ?? wordsOf(operation, input))
}

/** A definition that finds no words must not fail the call. */
function ownWords(operation: Operation, input: Input): string | undefined {
  try {
    return operation.message?.(input)
  } catch {
    return undefined
  }
}

function wordsOf(operation: Operation, input: Input): string {
  const values = Object.entries(input)
    .filter(([name, value]) => isTold(operation, name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}: ${short(String(value))}`)
  return values.length === 0 ? operation.summary : `${operation.summary} (${values.join(', ')})`
}

/** What the call is about: neither secrets, nor how it is to be made. */
const isTold = (operation: Operation, name: string): boolean =>
  name === 'instance' || (Object.hasOwn(operation.input.properties, name) && !isSecret(operation, name))

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const short = (text: string): string => (text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text)

/** An answer for an assistant to read: the definition's own rendering, else a table or a list. */
export function markdownFor(operation: Operation, data: unknown, metadata: Record<string, unknown>): string {
  const body = ownMarkdown(operation, data) ?? plainMarkdown(data)
  const truncated = metadata['truncated'] ? '\n\n*This is not all: the answer was cut short.*' : ''
  return `${body}${truncated}\n`
}

/** An answer may lack what its schema promises; that must not fail a call that was made. */
function ownMarkdown(operation: Operation, data: unknown): string | undefined {
  try {
    return operation.markdown?.(data)
  } catch {
    return undefined
  }
}

export function failureMarkdown({ error }: Failure): string {
  const { issues, suggestions } = error.details
  const lines = [`**${error.code}**: ${error.message}`]
  if (Array.isArray(issues))
    lines.push('', ...issues.map(issue => `- \`${issue.path}\` ${issue.message}${issue.expected ? ` (${issue.expected})` : ''}`))
  if (Array.isArray(suggestions)) lines.push('', ...suggestions.map(suggestion => `> ${suggestion}`))
  return `${lines.join('\n')}\n`
}

/** Any answer: a table of items, else a list of facts. */
export function plainMarkdown(data: unknown): string {
  if (isRecord(data) && Array.isArray(data['items'])) return page(data['items'], data['next_cursor'])
  return isRecord(data) ? facts(data) : fence(data)
}

/** Systems for an assistant to read: what each is, whether it can be used, and its prompt as text. */
export const toolsMarkdown = (tools: readonly ToolEntry[]): string =>
  tools.length === 0 ? 'No system is visible to this key.' : tools.map(toolMarkdown).join('\n\n')

export function toolMarkdown({ name, title, description, prompt, available, reason, instances, operations }: ToolEntry): string {
  const named = instances.flatMap(instance =>
    instance.name === null ? [] : `${instance.name}${instance.available ? '' : ' (not available)'}`
  )
  const facts = [
    `- Available: ${available ? 'yes' : `no: ${reason}`}`,
    ...(named.length > 0 ? [`- Instances: ${named.join(', ')}`] : []),
    `- Operations: ${operations.join(', ')}`
  ]
  return [`## ${title} (\`${name}\`)`, description, facts.join('\n'), prompt].join('\n\n')
}

function page(items: unknown[], next: unknown): string {
  const more = typeof next === 'string' ? `\n\nMore: cursor \`${next}\`` : ''
  if (items.length === 0) return `Nothing found.${more}`
  return (items.every(isRecord) ? table(items) : items.map(item => `- ${cell(item)}`).join('\n')) + more
}

/** Written cell by cell, since every call of a list through MCP has one. */
function table(rows: Input[]): string {
  const columns = new Set<string>()
  for (const row of rows) for (const column in row) columns.add(column)
  let [head, rule, body] = ['|', '|', '']
  for (const column of columns) {
    head += ` ${column} |`
    rule += ' --- |'
  }
  for (const row of rows) {
    body += '\n|'
    for (const column of columns) body += ` ${cell(row[column])} |`
  }
  return `${head}\n${rule}${body}`
}

const facts = (data: Input): string =>
  Object.entries(data)
    .map(([name, value]) => `- **${name}**: ${cell(value)}`)
    .join('\n')

function cell(value: unknown): string {
  if (typeof value === 'string') return inCell(value)
  return typeof value === 'object' && value !== null ? inCell(JSON.stringify(value)) : String(value ?? null)
}

const inCell = (text: string): string =>
  text.includes('|') || text.includes('\n') ? text.replaceAll('|', '\\|').replaceAll('\n', ' ') : text

const fence = (data: unknown): string => `\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\``

const isRecord = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a model reads of an operation. */
export const toldOf = (operation: Operation): string => `${operation.summary}. ${prose(operation)}`

/** What the definition says of itself, in one text for surfaces that have room for one. */
export function prose(operation: Operation): string {
  const rules = operation.requires.map(rule => rule.text)
  const notice = operation.deprecated
    ? [`Deprecated: use ${operation.deprecated.successor}; gone after ${operation.deprecated.sunset}.`]
    : []
  const costs = operation.costly === undefined ? [] : [`Costly: ${operation.costly}`]
  return [operation.description, ...rules, ...costs, ...notice, `Permission: ${ceilingOf(operation.permission)}.`].join(' ')
}
