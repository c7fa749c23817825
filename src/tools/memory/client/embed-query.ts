import { OperationError } from '../../../contract/errors.ts'
import { type Embedder, MAX_TEXTS } from '../embed/endpoint.ts'
import type { QueryVector } from '../graph/vectors.ts'
import { graphOf, type MemoryCall } from './memory.ts'

/** Maximum number of facts and objects that one search embeds, and the time after which it sends no further request. The next searches embed the others. */
const MAX_NEW = 512
const BUDGET_MS = 3_000

/**
 * Returns the embedding of a query, if an endpoint is configured. Facts that have none get theirs first, and keep it. If the endpoint
 * fails, warns and returns undefined: the search then ranks by words only.
 */
export async function embedQuery(query: string, call: MemoryCall, budget_ms = BUDGET_MS): Promise<QueryVector | undefined> {
  const { embedder } = call.client
  if (!embedder) return undefined
  const vector = await orWarning(call, 'The results are ranked by words only.', embedder.query(query, call.signal))
  if (vector === undefined) return undefined
  await orWarning(call, 'New facts are ranked by words only.', embedNew(embedder, call, budget_ms))
  return { model: embedder.model, vector }
}

async function orWarning<T>({ signal, warn }: MemoryCall, consequence: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OperationError)) throw error
    warn(`${error.message} ${consequence}`)
    return undefined
  }
}

/** Sends one request after another and stores each result: an endpoint on a small machine answers several at once too late. */
async function embedNew(embedder: Embedder, call: MemoryCall, budget_ms: number): Promise<void> {
  const { client, caller, signal } = call
  const [graph, graphName] = [graphOf(call), client.graphName(caller)]
  const { model, busy } = embedder
  const { items, more } = await graph.read('withoutVector', { model, limit: MAX_NEW })
  if (items.length === 0) return
  let done = 0
  if (!busy.has(graphName)) {
    busy.add(graphName)
    const end = performance.now() + budget_ms
    try {
      do {
        const part = items.slice(done, done + MAX_TEXTS)
        const texts = part.map(({ text }) => text)
        const vectors = await embedAccepted(embedder, texts, signal)
        await graph.write('keepVectors', { model, items: part.map((item, at) => ({ ...item, vector: vectors[at] ?? '' })) })
        done += part.length
      } while (done < items.length && performance.now() < end)
    } finally {
      busy.delete(graphName)
    }
  }
  if (more || done < items.length) call.warn('Some facts have no embedding yet and are ranked by words only; the next searches add them.')
}

/** A text that the endpoint refuses, such as one too long for its model, gets an empty vector: it is ranked by words, and not sent again. */
async function embedAccepted(embedder: Embedder, texts: readonly string[], signal: AbortSignal): Promise<string[]> {
  try {
    return await embedder.embed(texts, signal)
  } catch (error) {
    if (!(error instanceof OperationError && error.reason === 'upstream_refused')) throw error
    if (texts.length === 1) return ['']
    const half = Math.ceil(texts.length / 2)
    const first = await embedAccepted(embedder, texts.slice(0, half), signal)
    return [...first, ...(await embedAccepted(embedder, texts.slice(half), signal))]
  }
}
