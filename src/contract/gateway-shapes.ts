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
