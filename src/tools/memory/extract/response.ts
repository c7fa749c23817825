import { refusedError, truncatedError, unreadableError } from './errors.ts'
import type { Form } from './response-schemas.ts'

export interface Usage {
  calls: number
  /** null if the endpoint does not report it. */
  prompt_tokens: number | null
  completion_tokens: number | null
}

interface Completion {
  choices: { finish_reason: string | null; message: { content: string | null; refusal?: string | null } }[]
  usage?: { prompt_tokens: number; completion_tokens: number } | null | undefined
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
