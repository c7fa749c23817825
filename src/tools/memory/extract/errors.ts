import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

const upstream = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'upstream', outcome: 'not_executed', ...details })

const SHORTER = ['Split the text, or send many texts with memory_bulk_import_texts.']

/** Converts an error of the library, without the key. Nothing was stored in any case. */
export function translateError(error: unknown, key: string | undefined): unknown {
  if (error instanceof OperationError) return error
  const { status, code, message, type, retryAfter } = errorFacts(error, key)
  if (status === undefined) return /Connection|Timeout/.test(type) ? unreachable(type) : error
  const extra = { upstream: { status, code, message } }
  if (code === 'context_length_exceeded')
    return upstream('upstream_refused', 'The text exceeds the context window of the model.', { ...extra, suggestions: SHORTER })
  if (status === 401 || status === 403)
    return upstream('authentication_failed', 'The endpoint of the language model rejected the key.', {
      ...extra,
      suggestions: ['Check LLM_API_KEY.']
    })
  if (status === 404)
    return upstream('configuration_invalid', 'The endpoint does not know the model or the path.', {
      ...extra,
      suggestions: ['Check LLM_MODEL and LLM_BASE_URL.']
    })
  if (status === 429) return rateLimited(code, retryAfter, extra)
  if (status < 500) return upstream('upstream_refused', 'The endpoint of the language model rejected the request.', extra)
  return upstream('server_error', 'The endpoint of the language model failed.', extra)
}

function rateLimited(code: string | undefined, retry_after_ms: number | undefined, details: ErrorDetails): OperationError {
  if (code === 'insufficient_quota')
    return upstream('rate_limit_exceeded', 'The quota of the language model account is used up.', {
      ...details,
      quota: true,
      retryable: false,
      suggestions: ['Check the plan and billing of the account; waiting alone may not help.']
    })
  return upstream('rate_limit_exceeded', 'The endpoint of the language model returned a rate limit.', {
    ...details,
    retry_after_ms: retry_after_ms ?? 5000
  })
}

const unreachable = (type: string): OperationError =>
  /Timeout/.test(type)
    ? upstream('network_timeout', 'The language model did not respond in time.', { suggestions: SHORTER })
    : upstream('connection_failed', 'The endpoint of the language model cannot be reached.', { suggestions: ['Check LLM_BASE_URL.'] })

/** Recognizes the library's errors by their properties, because their classes are loaded only with the library. */
function errorFacts(
  error: unknown,
  key: string | undefined
): { status?: number; code?: string; message: string; type: string; retryAfter?: number } {
  if (!(error instanceof Error)) return { message: '', type: '' }
  const properties: Record<string, unknown> = { ...error }
  const [status, code, headers] = [properties['status'], properties['code'], properties['headers']]
  const seconds = headers instanceof Headers ? Number(headers.get('retry-after') ?? Number.NaN) : Number.NaN
  return {
    message: redactedText(error.message, key),
    type: error.constructor.name,
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'string' && { code: redactedText(code, key) }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds * 1000 })
  }
}

const MAX_QUOTED = 500

/** Endpoints often quote a rejected key. It is removed before the text is truncated, so that no part of it remains. */
function redactedText(text: string, key: string | undefined): string {
  const clean = key === undefined ? text : text.replaceAll(key, HIDDEN)
  return clean.replace(MASKED, HIDDEN).slice(0, MAX_QUOTED).toWellFormed()
}

const HIDDEN = '[redacted]'
/** OpenAI masks the middle of a key with asterisks. */
const MASKED = /\bsk-[\w*-]+/g

export const refusedError = (why: string, key?: string): OperationError =>
  upstream('upstream_refused', 'The language model refused to read the text.', { upstream: { refusal: redactedText(why, key) } })

export const truncatedError = (): OperationError =>
  upstream(
    'cannot_be_honoured',
    'The response of the language model was truncated: the text contains too many facts for one response. Nothing was stored.',
    {
      suggestions: SHORTER
    }
  )

export const unreadableError = (what: string): OperationError =>
  upstream('server_error', `The response of the language model ${what}. Nothing was stored.`, {
    suggestions: ['Try again, or use a model that follows a JSON schema (LLM_MODEL).']
  })
