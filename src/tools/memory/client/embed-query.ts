import { OperationError } from '../../../contract/errors.ts'
import type { Embedder } from '../embed/endpoint.ts'
import type { QueryVector } from '../graph/vectors.ts'
import { graphOf, type MemoryCall } from './memory.ts'

/** Facts and objects that one search embeds at most; the next searches embed the others. */
const MAX_NEW = 512
const MAX_IN_REQUEST = 128

/**
 * Returns the embedding of a query, if an endpoint is configured. Facts that have none get theirs before, and keep it. If the endpoint
 * fails, warns and returns undefined: the search then ranks by words only.
 */
export async function embedQuery(query: string, call: MemoryCall): Promise<QueryVector | undefined> {
  const { embedder } = call.client
  if (!embedder) return undefined
  const vector = await orWarning(call, 'The results are ranked by words only.', embedder.query(query, call.signal))
  if (vector === undefined) return undefined
  await orWarning(call, 'New facts are ranked by words only.', embedNew(embedder, call))
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

async function embedNew(embedder: Embedder, call: MemoryCall): Promise<void> {
  const graph = graphOf(call)
  const { model } = embedder
  const { items, more } = await graph.read('withoutVector', { model, limit: MAX_NEW })
  const requests = Array.from({ length: Math.ceil(items.length / MAX_IN_REQUEST) }, async (_, index) => {
    const part = items.slice(index * MAX_IN_REQUEST, (index + 1) * MAX_IN_REQUEST)
    const vectors = await embedder.embed(
      part.map(({ text }) => text),
      call.signal
    )
    await graph.write('keepVectors', { model, items: part.map((item, at) => ({ ...item, vector: vectors[at] ?? '' })) })
  })
  await Promise.all(requests)
  if (more) call.warn('Some facts have no embedding yet and are ranked by words only; the next searches add them.')
}
