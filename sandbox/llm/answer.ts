import { edgesIn, entitiesIn } from './read.ts'

export interface ChatRequest {
  model?: string
  messages?: { role: string; content: string }[]
  response_format?: { type?: string; json_schema?: { name?: string; strict?: boolean; schema?: Schema } }
}

interface Schema {
  type?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
}

/** Returns the refusal that OpenAI sends for a schema that is not strict. */
export function refusalOf({ response_format }: ChatRequest) {
  const { type, json_schema: { name = '', schema } = {} } = response_format ?? {}
  if (response_format === undefined || (type !== undefined && type !== 'json_schema')) return undefined
  const problem = schema ? notStrict(schema) : "'schema' is required"
  if (problem === undefined) return undefined
  const message = `Invalid schema for response_format '${name}': ${problem}`
  return { message, type: 'invalid_request_error', param: 'response_format', code: null }
}

function notStrict(schema: Schema): string | undefined {
  const { properties, items, required = [] } = schema
  if (properties && schema.additionalProperties !== false)
    return "In context=(), 'additionalProperties' is required to be supplied and to be false."
  const missing = Object.keys(properties ?? {}).find(name => !required.includes(name))
  if (missing !== undefined) return `In context=(), 'required' is required to include every key in properties. Missing '${missing}'.`
  return [...Object.values(properties ?? {}), ...(items ? [items] : [])].map(notStrict).find(problem => problem !== undefined)
}

export function answerTo({ model = '', messages = [], response_format }: ChatRequest) {
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const form = JSON.stringify(response_format?.json_schema?.schema ?? messages.find(({ role }) => role === 'system')?.content ?? '')
  const wantsEdges = form.includes('source_entity_id')
  const content = JSON.stringify(wantsEdges ? { edges: edgesIn(said) } : { extracted_entities: entitiesIn(said) })
  const [prompt_tokens, completion_tokens] = [tokens(messages.map(({ content }) => content).join()), tokens(content)]
  return {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: 1_767_225_600,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: null, annotations: [] }, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  }
}

/** About four characters per token. */
const tokens = (text: string): number => Math.ceil(text.length / 4)
