import type { Catalog } from '../../contract/catalog.ts'
import type { Operation } from '../../contract/operation.ts'
import type { JsonSchema } from '../../contract/schema.ts'

/** What a dialect is written from. */
export interface Listing {
  catalog: Catalog
  /** Those to be listed, in the order of their ids. */
  operations: readonly Operation[]
  /** Where the gateway answers, without a slash at its end. */
  serverUrl: string
  version: string
  /** The same operations as OpenAPI 3.1. */
  openapi: () => Record<string, unknown>
}

/** One way to tell the catalog. Equal listings are told alike. */
export interface Dialect {
  name: string
  /** Whose it is, and what is done with it. */
  summary: string
  mediaType: 'application/json' | 'text/markdown'
  write: (listing: Listing) => object | string
}

/** A tool whose input is told loosely, and why. */
export interface Loose {
  name: string
  reason: string
}

export const jsonDialect = (name: string, summary: string, write: (listing: Listing) => object): Dialect => ({
  name,
  summary,
  mediaType: 'application/json',
  write
})

/** More tools than these fill a model's mind: where the provider can search them, only the most needed are shown at once. */
const MOST_AT_ONCE = 30

/** Whether a tool waits to be searched for. */
export const isDeferred = ({ operations }: Listing, { core }: Operation): boolean => operations.length > MOST_AT_ONCE && !core

/** More text than this takes much of what a model can hold: at four characters a token, 50,000 of them. */
const MOST_TEXT = 200_000

/** Warns where the tools that a model reads at once are more text than that. */
export function warningsOf(atOnce: readonly object[]): { warnings?: string[] } {
  const { length } = JSON.stringify(atOnce)
  if (length <= MOST_TEXT) return {}
  const thousands = Math.round(length / 1000)
  return { warnings: [`A model reads ${thousands},000 characters of these tools at once: choose with ?pack= or ?tag=.`] }
}

/** What a call answers: the envelope of every surface. */
export const envelopeOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success'],
  properties: {
    success: { type: 'boolean', description: 'Whether the call did what was asked for' },
    data,
    error: {
      type: 'object',
      description: 'Where it did not: what was wrong, and what to do next',
      properties: {
        code: { type: 'string', description: 'The kind of failure' },
        message: { type: 'string', description: 'What was wrong, and where' },
        details: { type: 'object', description: 'reason, retryable, outcome, issues, suggestions' }
      }
    }
  }
})
