import { type Static, Type } from 'typebox'
import { OpenShape } from './describe.ts'
import { PERMISSIONS } from './operation.ts'
import { nullable, words } from './schema.ts'

// What the gateway's own routes answer.

export const CatalogRow = Type.Object({
  id: Type.String({ description: 'Id of the operation, the same on every surface' }),
  system: Type.String({ description: 'Its system' }),
  group: nullable(Type.String(), { description: 'Its group within the system; null where there is none' }),
  kind: words(['operation', 'bulk'], { description: 'operation: answers at once; bulk: makes a job' }),
  summary: Type.String({ description: 'What it does' }),
  permission: words(PERMISSIONS, { description: 'The most it may do' }),
  method: Type.String({ description: 'HTTP method' }),
  path: Type.String({ description: 'Path of its own route' }),
  deprecated: Type.Boolean({ description: 'Another operation takes its place' })
})

export const CatalogEntry = Type.Object({
  ...CatalogRow.properties,
  description: Type.String({ description: 'When to use it and when not, and what it answers' }),
  input: OpenShape('JSON Schema of the input'),
  output: OpenShape('JSON Schema of the answer'),
  requires: Type.Array(Type.String(), { description: 'Rules over several properties' }),
  errors: Type.Array(
    Type.Object({
      reason: Type.String({ description: 'error.details.reason' }),
      code: Type.String({ description: 'error.code' }),
      status: Type.Integer({ description: 'HTTP status' }),
      when: Type.String({ description: 'When it is answered' })
    }),
    { description: 'How it can fail, beside the common ways' }
  ),
  examples: Type.Array(OpenShape('An input with the answer or the error it gets'), { description: 'Examples, each tested' }),
  timeout_ms: Type.Integer({ description: 'Its deadline, in milliseconds' }),
  idempotent: Type.Boolean({ description: 'A second equal call changes nothing more' }),
  costly: nullable(Type.String(), { description: 'What a call costs; null where it costs nothing to speak of' }),
  aliases: Type.Array(Type.String(), { description: 'Other names it answers to, by name' }),
  see_also: Type.Array(Type.String(), { description: 'Related operations' }),
  successor: nullable(Type.String(), { description: 'What takes its place; null unless deprecated' }),
  sunset: nullable(Type.String(), { description: 'When it will be gone; null unless deprecated' })
})

export const Instance = Type.Object({
  system: Type.String({ description: 'Name of the system' }),
  name: nullable(Type.String(), { description: 'Name of the instance; null for a system that needs none' }),
  is_default: Type.Boolean({ description: 'Used where a call names no instance' }),
  sandbox: Type.Boolean({ description: 'A stand-in answers, not the real system' }),
  available: Type.Boolean({ description: 'It can be used now' }),
  reason: nullable(Type.String(), { description: 'Why it cannot be used; null where it can' })
})

export const ToolEntry = Type.Object({
  name: Type.String({ description: 'Name of the system' }),
  title: Type.String({ description: 'Name as people write it' }),
  description: Type.String({ description: 'What it is, and what it needs to authenticate' }),
  prompt: Type.String({ description: 'How and when a model should use it' }),
  concurrent: Type.Boolean({ description: 'Calls may run side by side' }),
  available: Type.Boolean({ description: 'At least one instance can be used now' }),
  reason: nullable(Type.String(), { description: 'Why it is not available; null where it is' }),
  instances: Type.Array(Instance, { description: 'Its instances that this key may use' }),
  operations: Type.Array(Type.String(), { description: 'Ids of its operations that this key may call' })
})
export type ToolEntry = Static<typeof ToolEntry>

export const DialectRow = Type.Object({
  name: Type.String({ description: 'Name of the dialect' }),
  summary: Type.String({ description: 'Whose it is, and what is done with it' }),
  media_type: Type.String({ description: 'How it is answered' }),
  path: Type.String({ description: 'Where it is' })
})

export const PackRow = Type.Object({
  name: Type.String({ description: 'Name of the pack' }),
  operations: Type.Integer({ description: 'Operations of it that this key may call' }),
  gpt: nullable(Type.String(), { description: 'Where its schema for GPT Actions is; null where it holds more than those take' })
})

export const ErrorPage = Type.Object({
  code: Type.String({ description: 'error.code' }),
  meaning: Type.String({ description: 'What it says' }),
  status: Type.Integer({ description: 'HTTP status, unless a reason has one of its own' }),
  retryable: Type.Boolean({ description: 'The same call may succeed later' }),
  reasons: Type.Array(
    Type.Object({
      reason: Type.String({ description: 'error.details.reason' }),
      status: Type.Integer({ description: 'HTTP status' }),
      common: Type.Boolean({ description: 'Any operation may answer it; the others are declared where they occur' }),
      meaning: Type.String({ description: 'What it says' })
    }),
    { description: 'The words below the code' }
  )
})

const text = (description: string) => Type.Optional(Type.String({ maxLength: 256, description }))
const open = (description: string) => Type.Optional(Type.Unknown({ description }))

const unread = (whose: string) => open(`As ${whose} sends it; not looked at`)

/** One call, in the words of this gateway or of whoever made the model. Whatever the types of their libraries have is taken. */
export const CallOfModel = Type.Object({
  id: text('Your name for the call, answered with its result; as OpenAI and Anthropic send it'),
  call_id: text('The same, as the Responses API of OpenAI sends it; it comes before id'),
  operation: text('Id of the operation, or an alias'),
  name: text('The same, as models send it'),
  arguments: open('The whole input of the operation: an object, or JSON text as OpenAI sends it'),
  input: open('The same, as Anthropic sends it'),
  args: open('The same, as Gemini sends it'),
  function: open('name and arguments, as the Chat API of OpenAI sends them'),
  functionCall: open('id, name and args, as a part of Gemini holds them'),
  type: unread('every model'),
  status: unread('the Responses API of OpenAI'),
  namespace: unread('the Responses API of OpenAI'),
  caller: unread('the Responses API of OpenAI, and Anthropic,'),
  async: unread('the Responses API of OpenAI'),
  index: unread('the Chat API of OpenAI in a stream'),
  cache_control: unread('Anthropic'),
  toolset_name: unread('Anthropic'),
  thoughtSignature: unread('Gemini'),
  partialArgs: unread('Gemini'),
  willContinue: unread('Gemini')
})

const SOME_CALLS = { minItems: 1, maxItems: 64, description: 'The calls, at most 64, in the order in which they are to happen' }

export const CallsOfModel = Type.Object({
  calls: Type.Array(CallOfModel, SOME_CALLS),
  max_chars: Type.Integer({
    minimum: 1_000,
    maximum: 10_000_000,
    default: 1_000_000,
    description:
      'Most characters of all results together, as JSON; each call has its share. What is over it is left out at the end, and told in truncated'
  })
})

/** The same, of which no call is read yet: one that came wrong does not keep the others from being made. */
export const UnreadCalls = Type.Object({ ...CallsOfModel.properties, calls: Type.Array(Type.Unknown(), SOME_CALLS) })

const CallOfMany = Type.Object({
  id: nullable(Type.String(), { description: 'Your name for the call; null where it had none' }),
  operation: Type.String({ description: 'Id of the operation' }),
  status: Type.Integer({ description: 'HTTP status that the call would have been answered with by itself' }),
  success: Type.Boolean({ description: 'true: data and metadata are there. false: error is' }),
  data: open('The answer, as the operation describes it'),
  metadata: Type.Optional(OpenShape('As in the answer of the call')),
  error: Type.Optional(OpenShape('code, message and details, as in the answer of the call'))
})
export type CallOfMany = Static<typeof CallOfMany>

export const ResultsOfCalls = Type.Object({
  results: Type.Array(CallOfMany, { description: 'One for each call, in the order given' }),
  failed: Type.Integer({ minimum: 0, description: 'How many of them failed' })
})
