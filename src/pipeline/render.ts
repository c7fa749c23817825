import type { OperationError, Outcome } from '../contract/errors.ts'
import { highestPermission, type Operation } from '../contract/operation.ts'
import { plainMarkdown } from '../lib/markdown.ts'
import type { Failure } from './failure.ts'
import { isSecret } from './log/loggable.ts'

type Input = Record<string, unknown>

const MAX_VALUE = 80

/** Returns one sentence that describes what a call will do, for the user who confirms it. */
export function callMessage(operation: Operation, input: Input): string {
  return sentence(ownMessage(operation, input) ?? defaultMessage(operation, input))
}

/** An error in the definition's message must not fail the call. */
function ownMessage(operation: Operation, input: Input): string | undefined {
  try {
    return operation.message?.(input)
  } catch {
    return undefined
  }
}

function defaultMessage(operation: Operation, input: Input): string {
  const values = Object.entries(input)
    .filter(([name, value]) => isShown(operation, name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}: ${shortened(String(value))}`)
  return values.length === 0 ? operation.summary : `${operation.summary} (${values.join(', ')})`
}

/** Omits secrets, and reserved inputs other than the instance. */
const isShown = (operation: Operation, name: string): boolean =>
  name === 'instance' || (Object.hasOwn(operation.input.properties, name) && !isSecret(operation, name))

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const shortened = (text: string): string => (text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text)

/** Renders a response for a model: its warnings, then the definition's own rendering, or else a table or a list. */
export function responseMarkdown(operation: Operation, data: unknown, metadata: Record<string, unknown>): string {
  const body = ownMarkdown(operation, data) ?? plainMarkdown(data)
  const truncated = metadata['truncated'] ? `\n\n*${truncationNote(data, metadata)}*` : ''
  return `${warningsQuote(body, metadata)}${body}${truncated}\n`
}

/** Returns the warnings of a response as a block quote that precedes its text, except those that the text contains. */
export function warningsQuote(text: string, { warnings }: Record<string, unknown>): string {
  const missing = Array.isArray(warnings) ? warnings.map(String).filter(warning => !text.includes(warning)) : []
  return missing.map(warning => `> ${warning.replace(/\s+/g, ' ')}\n\n`).join('')
}

/** Explains how to get the rest of a truncated response. */
export function truncationNote(data: unknown, { truncated }: Record<string, unknown>): string {
  const next = typeof data === 'object' && data !== null && 'next_cursor' in data ? data.next_cursor : undefined
  const hint = typeof truncated === 'object' && truncated !== null && 'hint' in truncated ? String(truncated.hint) : ''
  const rest = typeof next === 'string' ? ` Repeat the call with cursor \`${next}\` to get the rest.` : hint === '' ? '' : ` ${hint}`
  return `This response is truncated.${rest}`
}

/** A response may lack properties that its schema requires. That must not fail a call that was executed. */
function ownMarkdown(operation: Operation, data: unknown): string | undefined {
  try {
    return operation.markdown?.(data)
  } catch {
    return undefined
  }
}

const OUTCOMES: Record<Outcome, string> = { not_executed: 'Not executed. ', executed: 'Executed. ', unknown: 'May have been executed. ' }

/** Renders an error for a model: first whether a write was executed, then why it failed, then what to do. */
export function failureMarkdown(thrown: OperationError, { error }: Failure): string {
  const { outcome, issues = [], suggestions = [] } = thrown.details
  const own = thrown.markdown?.()
  const parts = [
    `${outcome === undefined ? '' : OUTCOMES[outcome]}**${error.code}**${own === undefined ? `: ${thrown.message}` : ''}`,
    own ?? '',
    issues.map(issue => `- \`${issue.path}\` ${issue.message}${issue.expected ? ` (${issue.expected})` : ''}`).join('\n'),
    suggestions
      .filter(suggestion => !own?.includes(suggestion))
      .map(suggestion => `> ${suggestion}`)
      .join('\n'),
    retryMarkdown(error)
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

/** Returns whether and when to retry a call that was not executed. One that may have been executed has its own suggestions. */
function retryMarkdown({ details }: Failure['error']): string {
  const { outcome, retryable, retry_after_ms } = details
  if (retryable !== true || outcome !== 'not_executed') return ''
  return `> Send the call again${typeof retry_after_ms === 'number' ? ` after ${Math.ceil(retry_after_ms / 1000)} s` : ''}.`
}

/** Returns the description of an operation for a model. */
export const modelDescription = (operation: Operation): string => `${operation.summary}. ${fullDescription(operation)}`

/** Returns the definition's description, rules, cost, deprecation and permission as one text. */
export function fullDescription(operation: Operation): string {
  const rules = operation.requires.map(rule => rule.text)
  const notice = operation.deprecated
    ? [`Deprecated: use ${operation.deprecated.successor}. Removed after ${operation.deprecated.sunset}.`]
    : []
  const costs = operation.costly === undefined ? [] : [`Costly: ${operation.costly}`]
  return [operation.description, ...rules, ...costs, ...notice, `Permission: ${highestPermission(operation.permission)}.`].join(' ')
}
