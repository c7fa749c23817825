import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Row } from './row.ts'

/** The position of a row in the chain. */
export interface Link {
  seq: number
  mac: Buffer
}

/** The link before the first row. */
export const ORIGIN: Link = { seq: 0, mac: Buffer.alloc(32) }

/** Derives the keys of the chain from the gateway's secrets: rows are signed with the first one. */
export const CHAIN = 'the chain of the record'

/** Returns the MAC of a row. It covers every column and the MAC of the row before. */
export function macOf(key: Buffer, previous: Link, row: Row): Buffer {
  const { kind, id, at, principal, system, operation, outcome, reason, body } = row
  const content = JSON.stringify([previous.seq + 1, kind, id, at, principal, system, operation, outcome, reason, body])
  return createHmac('sha256', key).update(previous.mac).update(content).digest()
}

/** Returns the MAC of a text that is not a row. */
export const signatureOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update('signature:').update(text).digest()

/** Whether one of the keys yields the MAC. */
export const matches = (keys: readonly Buffer[], mac: Uint8Array, compute: (key: Buffer) => Buffer): boolean =>
  keys.some(key => {
    const expected = compute(key)
    return expected.length === mac.length && timingSafeEqual(expected, mac)
  })
