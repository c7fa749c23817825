import { type ErrorDetails, OperationError, type Reason } from '../../../contract/errors.ts'

const upstream = (reason: Reason, message: string, details: ErrorDetails = {}): OperationError =>
  new OperationError(reason, message, { source: 'upstream', outcome: 'not_executed', ...details })

const SHORTER = ['Send the text in parts, or many texts with memory_bulk_import_texts.']

/** What the library threw, in our words and without the key. Nothing was kept, whatever it was. */
export function translated(error: unknown, key: string | undefined): unknown {
  if (error instanceof OperationError) return error
  const { status, code, message, type, retryAfter } = facts(error, key)
  if (status === undefined) return /Connection|Timeout/.test(type) ? unreachable(type) : error
  const told = { upstream: { status, code, message } }
  if (code === 'context_length_exceeded')
    return upstream('upstream_refused', 'The text is longer than the model can read.', { ...told, suggestions: SHORTER })
  if (status === 401 || status === 403)
    return upstream('authentication_failed', 'The language model’s endpoint refused the key.', {
      ...told,
      suggestions: ['Check LLM_API_KEY.']
    })
  if (status === 404)
    return upstream('configuration_invalid', 'The endpoint does not know the model, or has no such address.', {
      ...told,
      suggestions: ['Check LLM_MODEL and LLM_BASE_URL.']
    })
  if (status === 429) return limited(code, retryAfter, told)
  if (status < 500) return upstream('upstream_refused', 'The language model’s endpoint refused the request.', told)
  return upstream('server_error', 'The language model’s endpoint failed.', told)
}

function limited(code: string | undefined, retry_after_ms: number | undefined, told: ErrorDetails): OperationError {
  if (code === 'insufficient_quota')
    return upstream('rate_limit_exceeded', 'The quota of the language model’s account is used up.', {
      ...told,
      quota: true,
      retryable: false,
      suggestions: ['Look at the plan and billing of that account; waiting alone may not help.']
    })
  return upstream('rate_limit_exceeded', 'The language model’s endpoint asks to wait.', { ...told, retry_after_ms: retry_after_ms ?? 5000 })
}

const unreachable = (type: string): OperationError =>
  /Timeout/.test(type)
    ? upstream('network_timeout', 'The language model did not answer in time.', { suggestions: SHORTER })
    : upstream('connection_failed', 'The language model’s endpoint cannot be reached.', { suggestions: ['Check LLM_BASE_URL.'] })

/** The library's errors by what they hold: their classes are loaded with the library only. */
function facts(
  error: unknown,
  key: string | undefined
): { status?: number; code?: string; message: string; type: string; retryAfter?: number } {
  if (!(error instanceof Error)) return { message: '', type: '' }
  const told: Record<string, unknown> = { ...error }
  const [status, code, headers] = [told['status'], told['code'], told['headers']]
  const seconds = headers instanceof Headers ? Number(headers.get('retry-after') ?? Number.NaN) : Number.NaN
  return {
    message: quoted(error.message, key),
    type: error.constructor.name,
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'string' && { code: quoted(code, key) }),
    ...(Number.isFinite(seconds) && { retryAfter: seconds * 1000 })
  }
}

const MOST_QUOTED = 500

/** Endpoints like to quote the key they refuse: ours is taken out before the text is cut, lest half of it stays. */
function quoted(text: string, key: string | undefined): string {
  const clean = key === undefined ? text : text.replaceAll(key, HIDDEN)
  return clean.replace(MASKED, HIDDEN).slice(0, MOST_QUOTED).toWellFormed()
}

const HIDDEN = '[redacted]'
/** OpenAI tells the key with its middle starred out. */
const MASKED = /\bsk-[\w*-]+/g

export const refused = (why: string, key?: string): OperationError =>
  upstream('upstream_refused', 'The language model refused to read the text.', { upstream: { refusal: quoted(why, key) } })

export const cut = (): OperationError =>
  upstream('cannot_be_honoured', 'The answer of the language model was cut off: there is more in the text than fits. Nothing was kept.', {
    suggestions: SHORTER
  })

export const unreadable = (what: string): OperationError =>
  upstream('server_error', `The answer of the language model ${what}. Nothing was kept.`, {
    suggestions: ['Try again, or use a model that keeps to a JSON schema (LLM_MODEL).']
  })
