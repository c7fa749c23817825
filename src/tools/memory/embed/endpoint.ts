import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Runtime } from '../../../contract/runtime.ts'
import { createUpstream, type Upstream } from '../../../lib/http/upstream.ts'
import { failure } from '../graph/errors.ts'
import { encodeVector, MAX_DIMENSIONS } from './vectors.ts'

export interface EmbeddingsSettings {
  embeddings_base_url?: string
  embeddings_api_key?: string
  embeddings_model?: string
}

/** Maximum texts in one request. A model on the CPU of a small machine needs seconds for this many. */
export const MAX_TEXTS = 16

/** Computes embeddings at an endpoint that is compatible with OpenAI. A vector is encoded; it is empty for a text without a meaning. */
export interface Embedder {
  model: string
  /** Takes at most MAX_TEXTS texts. */
  embed: (texts: readonly string[], signal: AbortSignal) => Promise<string[]>
  /** Like `embed`, for a text that is likely to occur again: its vector is kept in memory. */
  query: (text: string, signal: AbortSignal) => Promise<string>
  /** Graphs whose texts a search is embedding: others would send the same ones. */
  busy: Set<string>
}

/** Maximum duration of a request in seconds. A search waits for it. */
const TIMEOUT_S = 10
/** A number in full precision with its separator, and spaces if the response is indented. */
const BYTES_OF_NUMBER = 32
const MAX_BODY_BYTES = MAX_TEXTS * MAX_DIMENSIONS * BYTES_OF_NUMBER
/** Longer texts are cut: small models read a few hundred tokens, and some endpoints refuse more. */
const MAX_CHARACTERS = 1000
const MAX_QUERIES = 500

const Embeddings = Type.Object({
  data: Type.Array(
    Type.Object({ index: Type.Integer({ minimum: 0 }), embedding: Type.Array(Type.Number(), { minItems: 1, maxItems: MAX_DIMENSIONS }) })
  )
})

/** Returns undefined unless both an endpoint and a model are set. */
export function createEmbedder(
  { embeddings_base_url: url, embeddings_api_key: key, embeddings_model: model }: EmbeddingsSettings,
  { circuit }: Pick<Runtime, 'circuit'>
): Embedder | undefined {
  if (url === undefined || model === undefined) return undefined
  let upstream: Upstream | undefined
  const open = (): Upstream =>
    createUpstream({
      title: 'The embeddings endpoint',
      url,
      ...(key !== undefined && { headers: { authorization: `Bearer ${key}` }, secrets: [key] }),
      timeout: TIMEOUT_S,
      max_retries: 0,
      circuit: circuit(new URL(url).host)
    })
  async function embed(texts: readonly string[], signal: AbortSignal): Promise<string[]> {
    upstream ??= open() // the HTTP library is loaded on first use
    const json = { model, input: texts.map(text => Array.from(text).slice(0, MAX_CHARACTERS).join('')) }
    const { body } = await upstream.request({
      path: 'embeddings',
      method: 'POST',
      json,
      reads: true,
      max_body_bytes: MAX_BODY_BYTES,
      signal
    })
    return vectorsIn(body, texts.length)
  }
  const queries = new LRUCache<string, string>({ max: MAX_QUERIES })
  return {
    model,
    embed,
    busy: new Set(),
    async query(text, signal) {
      const known = queries.get(text)
      if (known !== undefined) return known
      const [vector = ''] = await embed([text], signal)
      queries.set(text, vector)
      return vector
    }
  }
}

function vectorsIn(body: unknown, count: number): string[] {
  if (!Check(Embeddings, body)) throw unusable('contains no embeddings')
  const byIndex = new Map(body.data.map(({ index, embedding }) => [index, embedding]))
  return Array.from({ length: count }, (_, index) => {
    const embedding = byIndex.get(index)
    if (!embedding) throw unusable(`has no embedding for text ${index + 1} of ${count}`)
    return encodeVector(embedding)
  })
}

const unusable = (what: string) => failure('server_error', `The response of the embeddings endpoint ${what}.`, { source: 'upstream' })
