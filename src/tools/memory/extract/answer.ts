import { cut, refused, unreadable } from './failures.ts'
import type { Form } from './shapes.ts'

export interface Usage {
  calls: number
  /** Null where the endpoint does not tell. */
  prompt_tokens: number | null
  completion_tokens: number | null
}

interface Completion {
  choices: { finish_reason: string | null; message: { content: string | null; refusal?: string | null } }[]
  usage?: { prompt_tokens: number; completion_tokens: number } | null | undefined
}

/** Reads what a model answered: first how it ended, then whether it refused, and only then its words. */
export function answerIn({ choices, usage }: Completion, { property }: Form, key?: string): { items: unknown[]; usage: Usage } {
  const [choice] = choices ?? []
  if (!choice) throw unreadable('is empty')
  if (choice.finish_reason === 'length') throw cut()
  if (choice.finish_reason === 'content_filter') throw refused('its content filter')
  if (choice.message.refusal) throw refused(choice.message.refusal, key)
  const content = choice.message.content?.trim() ?? ''
  if (content === '') throw unreadable('is empty')
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
  if (!Array.isArray(items)) throw unreadable(`holds no list ${property}`)
  return items
}

/** Some models wrap their JSON in a fence, or in words. */
function jsonIn(content: string): unknown {
  const inner = content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)
  for (const text of [content, inner]) {
    try {
      return JSON.parse(text)
    } catch {
      // the next form
    }
  }
  throw unreadable('is not JSON')
}
