import type { Message } from './prompts.ts'
import type { Form } from './response-schemas.ts'

/** The form of each part of a request. OpenAI-compatible endpoints differ in these. */
export interface RequestVariant {
  temperature: number
  limit: number
  format: number
}

export const FIRST_VARIANT: RequestVariant = { temperature: 0, limit: 0, format: 0 }

const MAX_ANSWER = 8192

/** Reasoning models reject a temperature. */
const TEMPERATURES = [{ temperature: 0 }, {}]
/** Older servers use the former name of the limit. */
const LIMITS = [{ max_completion_tokens: MAX_ANSWER }, { max_tokens: MAX_ANSWER }, {}]
/** Some endpoints do not support a schema, or JSON mode at all: then the schema becomes part of the prompt. */
const FORMATS = [
  ({ name, schema }: Form) => ({ response_format: { type: 'json_schema' as const, json_schema: { name, strict: true, schema } } }),
  () => ({ response_format: { type: 'json_object' as const } }),
  () => ({})
]

/** The part that a refusal is about, recognized by its message, and the last form of that part. */
const REFUSAL_PATTERNS: readonly (readonly [keyof RequestVariant, RegExp, number])[] = [
  ['temperature', /temperature/i, TEMPERATURES.length - 1],
  ['limit', /max_(?:completion_)?tokens/i, LIMITS.length - 1],
  // An invalid schema is a bug of the gateway, so it does not lead to another form.
  ['format', /^(?!.*invalid schema).*(?:response[ _]format|json_schema|json_object)/is, FORMATS.length - 1]
]

export const requestIn = ({ temperature, limit, format }: RequestVariant, messages: readonly Message[], form: Form) => ({
  messages: format === 0 ? [...messages] : messages.map(message => withSchema(message, form)),
  ...TEMPERATURES[temperature],
  ...LIMITS[limit],
  ...FORMATS[format]?.(form)
})

const withSchema = (message: Message, { schema }: Form): Message =>
  message.role === 'system'
    ? {
        ...message,
        content: `${message.content}\nReply with a single JSON object, and nothing else, that matches this JSON schema: ${JSON.stringify(schema)}`
      }
    : message

/** Returns the variant to try after a refusal, or undefined if the refusal is about something else or no form is left. */
export function nextVariant(variant: RequestVariant, error: unknown): RequestVariant | undefined {
  const { status, code, message } = Object(error)
  if ((status !== 400 && status !== 422) || code === 'context_length_exceeded') return undefined
  const about = REFUSAL_PATTERNS.find(([part, sign, last]) => variant[part] < last && sign.test(String(message)))
  return about && { ...variant, [about[0]]: variant[about[0]] + 1 }
}
