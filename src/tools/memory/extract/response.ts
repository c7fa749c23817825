import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { refusedError, truncatedError, unreadableError } from './errors.ts'
import type { Form } from './response-schemas.ts'

export interface Usage {
  calls: number
  /** null if the endpoint does not report it. */
  prompt_tokens: number | null
  completion_tokens: number | null
}

const textOrNull = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const countOrNull = Type.Optional(Type.Union([Type.Number(), Type.Null()]))

/** The used properties of a completion. Endpoints omit those that are empty. */
const Completion = Type.Object({
  choices: Type.Optional(
    Type.Union([
      Type.Array(Type.Object({ finish_reason: textOrNull, message: Type.Object({ content: textOrNull, refusal: textOrNull }) })),
      Type.Null()
    ])
  ),
  usage: Type.Optional(
    Type.Union([Type.Object({ prompt_tokens: countOrNull, completion_tokens: countOrNull, total_tokens: countOrNull }), Type.Null()])
  )
})
type Completion = Static<typeof Completion>

/** Returns the body of a response if it is a completion. */
export function completionIn(body: unknown): Completion {
  if (Check(Completion, body)) return body
  throw unreadableError('is not a chat completion')
}

/** Parses a completion: first how it ended, then whether the model refused, and only then its content. */
export function parseResponse({ choices, usage }: Completion, { property }: Form, key?: string): { items: unknown[]; usage: Usage } {
  const [choice] = choices ?? []
  if (!choice) throw unreadableError('is empty')
  if (choice.finish_reason === 'length') throw truncatedError()
  if (choice.finish_reason === 'content_filter') throw refusedError('its content filter')
  if (choice.message.refusal) throw refusedError(choice.message.refusal, key)
  const content = choice.message.content?.trim() ?? ''
  if (content === '') throw unreadableError('is empty')
  return { items: itemsIn(content, property), usage: usageOf(usage) }
}

const usageOf = (usage: Completion['usage']): Usage => ({
  calls: 1,
  prompt_tokens: usage?.prompt_tokens ?? null,
  completion_tokens: usage?.completion_tokens ?? null
})

function itemsIn(content: string, property: string): unknown[] {
  const value = jsonIn(content)
  const items: unknown =
    typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === property)?.[1] : undefined
  if (!Array.isArray(items)) throw unreadableError(`contains no list ${property}`)
  return items
}

/** Some models wrap their JSON in a code fence or in prose. */
function jsonIn(content: string): unknown {
  const inner = content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)
  for (const text of [content, inner]) {
    try {
      return JSON.parse(text)
    } catch {
      // try the next form
    }
  }
  throw unreadableError('is not JSON')
}
