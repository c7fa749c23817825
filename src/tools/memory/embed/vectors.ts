/** Maximum number of dimensions of an embedding. */
export const MAX_DIMENSIONS = 8192

/**
 * Encodes an embedding for storage, the same in every database: a byte for each dimension, relative to the largest, as Base64. Empty if it
 * has no direction.
 */
export function encodeVector(embedding: readonly number[]): string {
  const largest = Math.max(...embedding.map(Math.abs))
  if (!Number.isFinite(largest) || largest === 0) return ''
  return Buffer.from(Int8Array.from(embedding, value => Math.round((value / largest) * 127)).buffer).toString('base64')
}

export function decodeVector(vector: string): Int8Array {
  const bytes = Buffer.from(vector, 'base64')
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Returns the cosine of the angle between two vectors; 0 if they cannot be compared. */
export function similarity(a: Int8Array, b: Int8Array): number {
  if (a.length !== b.length || a.length === 0) return 0
  let [dot, squaresA, squaresB] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const [x = 0, y = 0] = [a[at], b[at]]
    dot += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return dot / Math.sqrt(squaresA * squaresB)
}
