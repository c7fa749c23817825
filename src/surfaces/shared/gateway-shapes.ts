import { type Static, Type } from 'typebox'
import { openObject } from '../../catalog/describe.ts'
import { PERMISSIONS } from '../../contract/operation.ts'
import { nullable, stringEnum } from '../../contract/schema.ts'

// Request bodies and response data of the gateway's own routes.

export const Health = Type.Object({ status: Type.Literal('ok') })

export const Readiness = Type.Object(
  {
    status: stringEnum(['ready', 'not_ready'], {}),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'What was checked.' }),
        ok: Type.Boolean({ description: 'Whether the check passed.' }),
        problem: nullable(Type.String(), { description: 'What is wrong; null if the check passed.' }),
        reason: Type.Optional(Type.String({ description: 'Stable code of the problem or the note, such as no_worker.' })),
        note: Type.Optional(Type.String({ description: 'Warnings of a check that passed, such as problems of a changed configuration.' }))
      })
    )
  },
  { $id: 'Readiness', description: 'What the gateway needs, and whether it is available.' }
)

export const CatalogRow = Type.Object({
  id: Type.String({ description: 'ID of the operation, the same on every surface.' }),
  system: Type.String({ description: 'System of the operation.' }),
  group: nullable(Type.String(), { description: 'Group within the system; null if the operation has none.' }),
  kind: stringEnum(['operation', 'bulk'], { description: 'operation: responds with the result; bulk: creates a job.' }),
  summary: Type.String({ description: 'What the operation does.' }),
  permission: stringEnum(PERMISSIONS, { description: 'The highest permission that a call may need.' }),
  method: Type.String({ description: 'HTTP method.' }),
  path: Type.String({ description: 'Path of its route.' }),
  deprecated: Type.Boolean({ description: 'Whether another operation replaces it.' })
})

export const CatalogEntry = Type.Object({
  ...CatalogRow.properties,
  description: Type.String({ description: 'When to use it, when not to, and what it returns.' }),
  input: openObject('JSON Schema of the input.'),
  output: openObject('JSON Schema of the data it returns.'),
  requires: Type.Array(Type.String(), { description: 'Rules that involve several properties.' }),
  errors: Type.Array(
    Type.Object({
      reason: Type.String({ description: '`error.details.reason`.' }),
      code: Type.String({ description: '`error.code`.' }),
      status: Type.Integer({ description: 'HTTP status.' }),
      when: Type.String({ description: 'When the operation returns it.' })
    }),
    { description: 'Errors of the operation, in addition to the common ones.' }
  ),
  examples: Type.Array(openObject('An input with the output or the error it returns.'), { description: 'Examples, all of them tested.' }),
  timeout_ms: Type.Integer({ description: 'Timeout of a call, in milliseconds.' }),
  max_body: Type.Integer({ description: 'Maximum size of the input as JSON, in bytes; a larger one is refused with 413.' }),
  idempotent: Type.Boolean({ description: 'Whether repeating a call has no further effect.' }),
  costly: nullable(Type.String(), { description: 'What a call costs; null if it is free or almost free.' }),
  scopes: Type.Array(Type.String(), { description: 'Scopes of a key that allow every call of the operation. One of them is enough.' }),
  upload: nullable(
    Type.Object({
      property: Type.String({ description: 'Input property with the file as base64, or with the list of files.' }),
      multiple: Type.Boolean({ description: 'Whether it takes several files.' }),
      part: Type.String({ description: 'Name of the parts with files, if they are sent as multipart/form-data.' }),
      max_bytes: Type.Integer({ description: 'Maximum total size of the files of a form, in bytes.' }),
      filename: nullable(Type.String(), { description: 'Property with the name of a file; null if there is none.' }),
      media_type: nullable(Type.String(), { description: 'Property with the media type of a file; null if there is none.' })
    }),
    { description: 'Upload of files; null if it takes none.' }
  ),
  stream: nullable(
    Type.Object({
      media_types: Type.Array(Type.String(), { description: 'Media types that its route can send, the default one first.' }),
      endless: Type.Boolean({ description: 'Whether the stream continues until you close it.' })
    }),
    { description: 'Bytes that its route sends instead of JSON; null if it sends JSON.' }
  ),
  aliases: Type.Array(Type.String(), { description: 'Other names by which it can be called.' }),
  see_also: Type.Array(Type.String(), { description: 'IDs of related operations.' }),
  successor: nullable(Type.String(), { description: 'ID of the operation that replaces it; null unless it is deprecated.' }),
  sunset: nullable(Type.String(), { description: 'When it will be removed; null unless it is deprecated.' })
})

export const Instance = Type.Object({
  system: Type.String({ description: 'Name of the system.' }),
  name: nullable(Type.String(), { description: 'Name of the instance; null if the system has no instances.' }),
  is_default: Type.Boolean({ description: 'Whether calls that name no instance use it.' }),
  sandbox: Type.Boolean({ description: 'Whether the sandbox serves it, not the real system.' }),
  available: Type.Boolean({ description: 'Whether it can be used now.' }),
  reason: nullable(Type.String(), { description: 'Reason why it is not available; null if it is available.' }),
  circuit: Type.Enum(['closed', 'open', 'half_open'], {
    type: 'string',
    description:
      'Its circuit breaker: closed (requests are sent), open (it keeps failing, so calls fail immediately with circuit_open), or half_open (the next request checks whether it has recovered).'
  })
})

export const ToolEntry = Type.Object({
  name: Type.String({ description: 'Name of the system.' }),
  title: Type.String({ description: 'Full name.' }),
  description: Type.String({ description: 'What the system is, and what it needs to authenticate.' }),
  prompt: Type.String({ description: 'How and when a model should use it.' }),
  concurrent: Type.Boolean({ description: 'Whether calls may run concurrently.' }),
  available: Type.Boolean({ description: 'Whether at least one instance can be used now.' }),
  reason: nullable(Type.String(), { description: 'Reason why it is not available; null if it is available.' }),
  instances: Type.Array(Instance, { description: 'Instances that this key may use.' }),
  operations: Type.Array(Type.String(), { description: 'IDs of the operations that this key may call.' })
})
export type ToolEntry = Static<typeof ToolEntry>

export const DialectRow = Type.Object({
  name: Type.String({ description: 'Name of the dialect.' }),
  summary: Type.String({ description: 'Which provider or tool reads it, and how.' }),
  media_type: Type.String({ description: 'Media type of the document.' }),
  path: Type.String({ description: 'Path of the document.' })
})

export const PackRow = Type.Object({
  name: Type.String({ description: 'Name of the pack.' }),
  operations: Type.Integer({ description: 'Number of its operations that this key may call.' }),
  gpt: nullable(Type.String(), { description: 'Path of its GPT Actions schema; null if it has more operations than GPT Actions support.' })
})

export const ErrorPage = Type.Object({
  code: Type.String({ description: '`error.code`.' }),
  meaning: Type.String({ description: 'What the code means.' }),
  status: Type.Integer({ description: 'HTTP status, unless a reason has a different one.' }),
  retryable: Type.Boolean({ description: 'Whether the same call may succeed later.' }),
  reasons: Type.Array(
    Type.Object({
      reason: Type.String({ description: '`error.details.reason`.' }),
      status: Type.Integer({ description: 'HTTP status.' }),
      common: Type.Boolean({
        description: 'Whether any operation may return it. Other reasons are listed by the operations that return them.'
      }),
      meaning: Type.String({ description: 'What the reason means.' })
    }),
    { description: 'Reasons that refine the code.' }
  )
})

const text = (description: string) => Type.Optional(Type.String({ maxLength: 256, description }))
const open = (description: string) => Type.Optional(Type.Unknown({ description }))

const ignored = (sender: string) => open(`Sent by ${sender}; ignored.`)

/** One call, in the format of this gateway or of a model provider. It accepts every property that the types of the providers' libraries have. */
export const CallOfModel = Type.Object({
  id: text('Your ID for the call, returned with its result. OpenAI and Anthropic use this name.'),
  call_id: text('Same as id, in the Responses API of OpenAI; takes precedence over id.'),
  operation: text('ID of the operation, or an alias.'),
  name: text('Same as operation, for OpenAI, Anthropic and Gemini.'),
  arguments: open('The whole input of the operation: an object, or JSON text as OpenAI sends it.'),
  input: open('Same as arguments, for Anthropic.'),
  args: open('Same as arguments, for Gemini.'),
  function: open('name and arguments, as the Chat Completions API of OpenAI sends them.'),
  functionCall: open('id, name and args, as a `functionCall` part of a Gemini response contains them.'),
  type: ignored('OpenAI and Anthropic'),
  status: ignored('the Responses API of OpenAI'),
  namespace: ignored('the Responses API of OpenAI'),
  caller: ignored('Anthropic and the Responses API of OpenAI'),
  async: ignored('the Responses API of OpenAI'),
  index: ignored('the Chat Completions API of OpenAI in a stream'),
  cache_control: ignored('Anthropic'),
  toolset_name: ignored('Anthropic'),
  thoughtSignature: ignored('Gemini'),
  partialArgs: ignored('Gemini'),
  willContinue: ignored('Gemini')
})

const CALLS_OPTIONS = { minItems: 1, maxItems: 64, description: 'The calls, at most 64; the results are in the same order.' }

export const CallsOfModel = Type.Object({
  calls: Type.Array(CallOfModel, CALLS_OPTIONS),
  max_chars: Type.Integer({
    minimum: 1_000,
    maximum: 10_000_000,
    default: 1_000_000,
    description:
      'Maximum number of characters of all results together, as JSON; each call gets an equal share. A result that exceeds its share is cut at the end, with `truncated` set.'
  })
})

/** The same, with calls that are not validated yet: a malformed call must not prevent the others from running. */
export const UnreadCalls = Type.Object({ ...CallsOfModel.properties, calls: Type.Array(Type.Unknown(), CALLS_OPTIONS) })

const CallOfMany = Type.Object({
  id: nullable(Type.String(), { description: 'Your ID for the call; null if it had none.' }),
  operation: Type.String({ description: 'ID of the operation.' }),
  status: Type.Integer({ description: 'HTTP status that the call alone would return.' }),
  success: Type.Boolean({ description: 'true: data and metadata are present. false: error is present.' }),
  data: open('Response data, as the operation documents it.'),
  metadata: Type.Optional(openObject('Response metadata, as in the response of the call.')),
  error: Type.Optional(openObject('code, message and details, as in the error response of the call.'))
})
export type CallOfMany = Static<typeof CallOfMany>

export const ResultsOfCalls = Type.Object({
  results: Type.Array(CallOfMany, { description: 'One result for each call, in the order of the calls.' }),
  failed: Type.Integer({ minimum: 0, description: 'Number of calls that failed.' })
})
