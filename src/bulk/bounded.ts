import type { Json } from '../contract/bulk.ts'

/** The data, or a word in place of what is too large to keep. Throws where JSON cannot hold it. */
export const bounded = (data: Json, most: number): Json =>
  Buffer.byteLength(JSON.stringify(data)) > most ? { left_out: `over ${most} bytes` } : data
