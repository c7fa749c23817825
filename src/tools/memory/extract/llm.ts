import { failure } from '../graph/errors.ts'
import { translateError } from './errors.ts'
import { type Message, tokensOf } from './prompts.ts'
import { FIRST_VARIANT, nextVariant, type RequestVariant, requestIn } from './request-variants.ts'
import { completionIn, parseResponse, type Usage } from './response.ts'
import type { Form } from './response-schemas.ts'

export interface LlmSettings {
  llm_base_url?: string
  llm_api_key?: string
  llm_model?: string
  llm_max_retries: number
}

/** Requests a list in a given form. Returns its items unchecked, and the token usage. */
export type Ask = (form: Form, messages: Message[]) => Promise<{ items: unknown[]; usage: Usage }>

const ATTEMPT_MS = 60_000

/** The request variant that each endpoint was found to accept. */
const knownVariants = new WeakMap<LlmSettings, RequestVariant>()

/** Called with the token usage of each response, usable or not. */
export type ReportTokens = (tokens: number) => Promise<unknown>

/** Throws if no endpoint is configured. The library is loaded on first use. */
export async function openLlm(settings: LlmSettings, signal: AbortSignal, reportTokens?: ReportTokens): Promise<Ask> {
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
    fetch: withoutFutileRetries
  })
  const ask = async (form: Form, messages: Message[], variant: RequestVariant): ReturnType<Ask> => {
    try {
      const request = { model: llm_model, ...requestIn(variant, messages, form) }
      const completion = completionIn(await openai.chat.completions.create(request, { signal }))
      knownVariants.set(settings, variant)
      await reportTokens?.(completion.usage?.total_tokens ?? tokensOf(JSON.stringify([messages, completion.choices])))
      return parseResponse(completion, form, llm_api_key)
    } catch (error) {
      signal.throwIfAborted()
      const next = nextVariant(variant, error)
      if (next) return await ask(form, messages, next)
      throw translateError(error, llm_api_key)
    }
  }
  return (form, messages) => ask(form, messages, knownVariants.get(settings) ?? FIRST_VARIANT)
}

const notConfigured = () =>
  failure('configuration_missing', 'No language model is configured, so texts cannot be read.', {
    suggestions: [
      'Set LLM_BASE_URL and LLM_MODEL (and LLM_API_KEY, if required) to an endpoint that is compatible with OpenAI.',
      'Add facts one by one with memory_add_link, which needs no language model.'
    ]
  })

/** An exhausted quota is returned as a rate limit, which the library would retry. */
async function withoutFutileRetries(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 429) return response
  const body = await response.text()
  const headers = new Headers(response.headers)
  if (body.includes('insufficient_quota')) headers.set('x-should-retry', 'false')
  return new Response(body, { status: response.status, headers })
}
