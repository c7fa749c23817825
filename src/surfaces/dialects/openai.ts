import { createRequire } from 'node:module'
import type { Operation } from '../../contract/operation.ts'
import { toldOf } from '../../contract/render.ts'
import { inputOf } from '../../contract/reserved.ts'
import { callerSchema, type JsonSchema } from '../../contract/schema.ts'
import { shorten } from '../../contract/shorten.ts'
import type { Loose } from './dialect.ts'
import { demoted, nullableForAbsent } from './schema.ts'

const require = createRequire(import.meta.url)

const LONGEST_DESCRIPTION = 1024

/** What both of OpenAI's protocols say of a function. */
export interface OpenaiFunction {
  name: string
  description: string
  parameters: JsonSchema
  strict: boolean
}

/** Strict where OpenAI's own library makes a strict schema of the input; else loose, and `loose` is told why. */
export function openaiFunction(operation: Operation, loose: Loose[]): OpenaiFunction {
  const schema = callerSchema(inputOf(operation))
  const { parameters, reason } = strictly(schema)
  if (reason !== undefined) loose.push({ name: operation.id, reason })
  return {
    name: operation.id,
    description: shorten(toldOf(operation), LONGEST_DESCRIPTION),
    parameters: parameters ?? schema,
    strict: parameters !== undefined
  }
}

export function strictly(schema: JsonSchema): { parameters?: JsonSchema; reason?: string } {
  try {
    return { parameters: copied(strictLibrary().toStrictJsonSchema(copied(nullableForAbsent(demoted(schema, isRead))))) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Read when the first list is asked for: it takes longer than all else that a start reads. */
const strictLibrary = (): typeof import('openai/lib/transform') => require('openai/lib/transform')

/** The library and we have types of our own for the same JSON. */
const copied = (schema: object) => JSON.parse(JSON.stringify(schema))

const FORMATS: readonly unknown[] = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

/** A default would be ignored or refused, lengths and unique items are. Whatever is not named here, the library judges. */
const UNREAD: readonly string[] = ['default', 'minLength', 'maxLength', 'uniqueItems']

const isRead = (keyword: string, { format }: JsonSchema): boolean =>
  keyword === 'format' ? FORMATS.includes(format) : !UNREAD.includes(keyword)
