import type { Message } from './prompts.ts'
import type { Form } from './shapes.ts'

/** How a request is put: which of its forms each part of it has. Endpoints that speak the protocol differ in these. */
export interface Manner {
  temperature: number
  limit: number
  format: number
}

export const FIRST: Manner = { temperature: 0, limit: 0, format: 0 }

const LONGEST_ANSWER = 8192

/** Models that reason take no temperature. */
const TEMPERATURES = [{ temperature: 0 }, {}]
/** Older servers know the limit by its former name. */
const LIMITS = [{ max_completion_tokens: LONGEST_ANSWER }, { max_tokens: LONGEST_ANSWER }, {}]
/** Not every one keeps to a schema, or to JSON at all: then the schema is a part of what is asked. */
const FORMATS = [
  ({ name, schema }: Form) => ({ response_format: { type: 'json_schema' as const, json_schema: { name, strict: true, schema } } }),
  () => ({ response_format: { type: 'json_object' as const } }),
  () => ({})
]

/** By what a refusal tells that it is about a part, and the last form of that. */
const SIGNS: readonly (readonly [keyof Manner, RegExp, number])[] = [
  ['temperature', /temperature/i, TEMPERATURES.length - 1],
  ['limit', /max_(?:completion_)?tokens/i, LIMITS.length - 1],
  // A schema that is wrong is a mistake of ours, and no reason to go on without.
  ['format', /^(?!.*invalid schema).*(?:response[ _]format|json_schema|json_object)/is, FORMATS.length - 1]
]

export const requestIn = ({ temperature, limit, format }: Manner, messages: readonly Message[], form: Form) => ({
  messages: format === 0 ? [...messages] : messages.map(message => withSchema(message, form)),
  ...TEMPERATURES[temperature],
  ...LIMITS[limit],
  ...FORMATS[format]?.(form)
})

const withSchema = (message: Message, { schema }: Form): Message =>
  message.role === 'system'
    ? {
        ...message,
        content: `${message.content}\nAnswer one JSON object, and nothing else, that fits this JSON schema: ${JSON.stringify(schema)}`
      }
    : message

/** The manner to try after this refusal; undefined where it is about something else, or nothing is left to try. */
export function mannerAfter(manner: Manner, error: unknown): Manner | undefined {
  const { status, code, message } = Object(error)
  if ((status !== 400 && status !== 422) || code === 'context_length_exceeded') return undefined
  const about = SIGNS.find(([part, sign, last]) => manner[part] < last && sign.test(String(message)))
  return about && { ...manner, [about[0]]: manner[about[0]] + 1 }
}
