import { createHmac, timingSafeEqual } from 'node:crypto'

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
export const macOf = (key: Buffer, previous: Link, text: string): Buffer =>
  createHmac('sha256', key)
    .update(previous.mac)
    .update(`[${previous.seq + 1},${text.slice(1)}`)
    .digest()

/** Returns the MAC of a text that is not a row. */
export const signatureOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update('signature:').update(text).digest()

/** Whether one of the keys yields the MAC. */
export const matches = (keys: readonly Buffer[], mac: Uint8Array, compute: (key: Buffer) => Buffer): boolean =>
  keys.some(key => {
    const expected = compute(key)
    return expected.length === mac.length && timingSafeEqual(expected, mac)
  })
