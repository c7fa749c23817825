import { failure } from '../graph/failures.ts'
import { answerIn, type Usage } from './answer.ts'
import { translated } from './failures.ts'
import { FIRST, type Manner, mannerAfter, requestIn } from './manner.ts'
import { type Message, tokensOf } from './prompts.ts'
import type { Form } from './shapes.ts'

export interface LlmSettings {
  llm_base_url?: string
  llm_api_key?: string
  llm_model?: string
  llm_max_retries: number
}

/** Asks the model for a list of one form. Answers its items as they came, and what the call took. */
export type Ask = (form: Form, messages: Message[]) => Promise<{ items: unknown[]; usage: Usage }>

const ATTEMPT_MS = 60_000

/** What an endpoint was found to take. */
const found = new WeakMap<LlmSettings, Manner>()

/** Is told what each answer took, of use or not. */
export type Spent = (tokens: number) => Promise<unknown>

/** Throws where no endpoint is configured. Its library is loaded when it is used. */
export async function openLlm(settings: LlmSettings, signal: AbortSignal, spent?: Spent): Promise<Ask> {
  const { llm_base_url, llm_api_key, llm_model, llm_max_retries } = settings
  if (llm_base_url === undefined || llm_model === undefined) throw notConfigured()
  const { OpenAI } = await import('openai')
  const openai = new OpenAI({
    baseURL: llm_base_url,
    apiKey: llm_api_key ?? '-',
    ...(llm_api_key === undefined && { defaultHeaders: { authorization: null } }),
    maxRetries: llm_max_retries,
    timeout: ATTEMPT_MS,
    logLevel: 'off',
    fetch: withoutVainRetries
  })
  const ask = async (form: Form, messages: Message[], manner: Manner): ReturnType<Ask> => {
    try {
      const asked = { model: llm_model, ...requestIn(manner, messages, form) }
      const completion = await openai.chat.completions.create(asked, { signal })
      found.set(settings, manner)
      await spent?.(completion.usage?.total_tokens ?? tokensOf(JSON.stringify([messages, completion.choices])))
      return answerIn(completion, form, llm_api_key)
    } catch (error) {
      signal.throwIfAborted()
      const next = mannerAfter(manner, error)
      if (next) return await ask(form, messages, next)
      throw translated(error, llm_api_key)
    }
  }
  return (form, messages) => ask(form, messages, found.get(settings) ?? FIRST)
}

const notConfigured = () =>
  failure('configuration_missing', 'No language model is configured, so texts cannot be read.', {
    suggestions: [
      'Set LLM_BASE_URL and LLM_MODEL (and LLM_API_KEY, where it asks for one) to an endpoint that speaks OpenAI’s protocol.',
      'Add facts one by one with memory_add_link, which needs none.'
    ]
  })

/** A quota that is used up comes back as a rate limit, which the library would try again. */
async function withoutVainRetries(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 429) return response
  const body = await response.text()
  const headers = new Headers(response.headers)
  if (body.includes('insufficient_quota')) headers.set('x-should-retry', 'false')
  return new Response(body, { status: response.status, headers })
}
