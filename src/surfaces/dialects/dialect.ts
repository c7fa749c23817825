import type { Catalog } from '../../catalog/catalog.ts'
import type { JsonSchema } from '../../catalog/json-schema.ts'
import type { Operation } from '../../contract/operation.ts'
import { LIST_HELP, type ListDetail, RESERVED_HELP } from '../shared/listed-tool.ts'

/** The input of a dialect. */
export interface Listing {
  catalog: Catalog
  /** The operations to list, sorted by ID. */
  operations: readonly Operation[]
  /** Level of detail of tool lists. */
  detail: ListDetail
  /** URL of the gateway, without a trailing slash. */
  serverUrl: string
  version: string
  /** The same operations as OpenAPI 3.1. */
  openapi: () => Record<string, unknown>
}

/** A format of the catalog. Equal listings result in equal documents. */
export interface Dialect {
  name: string
  /** Names its users and purpose. */
  summary: string
  mediaType: 'application/json' | 'text/markdown'
  write: (listing: Listing) => object | string
}

/** A tool without a strict schema, and why. */
export interface Loose {
  name: string
  reason: string
}

/** Explains, for the system prompt, the inputs that the tools of this list accept but do not show. */
export const instructionsOf = ({ detail }: Listing): { instructions?: string } =>
  detail.reserved === 'lean' ? { instructions: `${LIST_HELP} ${RESERVED_HELP}` } : { instructions: LIST_HELP }

export const jsonDialect = (name: string, summary: string, write: (listing: Listing) => object): Dialect => ({
  name,
  summary,
  mediaType: 'application/json',
  write
})

/** With more tools than this, only a few are loaded at once, if the provider can search the others. */
const MAX_AT_ONCE = 30

/** Number of tools of a long list that are loaded at once. */
const LOADED_AT_ONCE = 5

/** Returns whether a tool of this list is loaded only when a search finds it. */
export function deferral({ operations }: Pick<Listing, 'operations'>): (operation: Operation) => boolean {
  if (operations.length <= MAX_AT_ONCE) return () => false
  const loaded = new Set(operations.toSorted((a, b) => priorityOf(a) - priorityOf(b)).slice(0, LOADED_AT_ONCE))
  return operation => !loaded.has(operation)
}

/** Whatever the task is, a model follows jobs and searches first. */
function priorityOf({ id, name, core }: Operation): number {
  if (id === 'jobs_get' || id === 'jobs_confirm') return 0
  if (core && name.startsWith('search')) return 1
  return core ? 2 : 3
}

/** Characters of tools beyond which a warning is added: about 50,000 tokens. */
const MAX_TEXT = 200_000

/** Returns a warning if the tools that a model reads at once are too long. */
export function warningsOf(atOnce: readonly object[]): { warnings?: string[] } {
  const { length } = JSON.stringify(atOnce)
  if (length <= MAX_TEXT) return {}
  const thousands = Math.round(length / 1000)
  return { warnings: [`A model reads ${thousands},000 characters of these tools at once: select fewer with ?pack= or ?tag=.`] }
}

/** Returns the schema of the envelope around the data. */
export const envelopeOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success'],
  properties: {
    success: { type: 'boolean', description: 'Whether the call succeeded' },
    data,
    error: {
      type: 'object',
      description: 'If it failed: what was wrong, and what to do next',
      properties: {
        code: { type: 'string', description: 'Kind of error' },
        message: { type: 'string', description: 'What was wrong' },
        details: { type: 'object', description: 'reason, retryable, outcome, issues, suggestions' }
      }
    }
  }
})
