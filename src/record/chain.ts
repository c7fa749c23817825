import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { type ChainedRow, rowText } from './row.ts'

/** The position of a row in the chain. */
export interface Link {
  seq: number
  mac: Buffer
}

/** The link before the first row. */
export const ORIGIN: Link = { seq: 0, mac: Buffer.alloc(32) }

/** Derives the keys of the chain from the gateway's secrets: rows are signed with the first one. */
export const CHAIN = 'the chain of the record'

/** Returns the MAC of a row, given as text (see rowText). It covers every column, the sequence number and the MAC of the row before. */
export type RowMac = (previous: Link, text: string) => Buffer

/** Bytes that SHA-256 hashes at once. HMAC begins with one such block, which has the key. */
const BLOCK = 64

/**
 * HMAC-SHA-256 (RFC 2104) as its two hashes, in buffers that are used again. `createHmac` creates objects for every row, which costs more than twice as
 * much. `key`: at most 64 bytes.
 */
export function rowMac(key: Buffer): RowMac {
  const block = (pad: number): Buffer => Buffer.from(Buffer.concat([key, Buffer.alloc(BLOCK - key.length)]).map(byte => byte ^ pad))
  const start = block(0x36)
  let inner = start
  const outer = Buffer.concat([block(0x5c), Buffer.alloc(32)])
  return (previous, text) => {
    const link = `[${previous.seq + 1},${text.slice(1)}`
    const offset = BLOCK + previous.mac.length
    const most = offset + link.length * 3 // bytes of UTF-8
    if (inner.length < most) inner = Buffer.concat([start, Buffer.alloc(2 * most)])
    inner.set(previous.mac, BLOCK)
    const end = offset + inner.write(link, offset)
    outer.write(hash('sha256', inner.subarray(0, end), 'hex'), BLOCK, 'hex')
    return Buffer.from(hash('sha256', outer, 'hex'), 'hex')
  }
}

/** Returns the MAC of a text that is not a row. */
export const signatureOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update('signature:').update(text).digest()

/** Whether one of the keys yields the MAC. */
export const matches = <Key>(keys: readonly Key[], mac: Uint8Array, compute: (key: Key) => Buffer): boolean =>
  keys.some(key => {
    const expected = compute(key)
    return expected.length === mac.length && timingSafeEqual(expected, mac)
  })

/** Whether a row is as it was written, and follows on this link. `macs`: one of each key. */
export const isSigned = (macs: readonly RowMac[], previous: Link, row: ChainedRow): boolean =>
  row.seq === previous.seq + 1 && matches(macs, row.mac, macOf => macOf(previous, rowText(row)))
