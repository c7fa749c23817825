import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** The position of a row at the end of a block in the chain of blocks. */
export interface Link {
  seq: number
  mac: Buffer
}

/** The link before the first row. */
export const ORIGIN: Link = { seq: 0, mac: Buffer.alloc(32) }

/** Derives the keys of the chain from the gateway's secrets: rows are signed with the first one. */
export const CHAIN = 'the chain of the record'

/**
 * Signs with a key: each row has a digest, by which a changed row is found; each block has a MAC over the digests of its rows, the number of its last
 * row, and the MAC of the block before. A digest costs half as much as an HMAC for each row.
 */
export interface Signer {
  /** `text`: with its sequence number. */
  digest: (text: string) => string
  mac: (previous: Link, digests: readonly string[]) => Buffer
}

export function signer(key: Buffer): Signer {
  const prefix = signatureOf(key, 'rows').toString('base64url')
  return {
    // Cut to half of its length, it cannot be extended to the digest of a longer text.
    digest: text => hash('sha256', prefix + text, 'base64url').slice(0, 22),
    mac: (previous, digests) =>
      createHmac('sha256', key)
        .update(previous.mac)
        .update(`${previous.seq + digests.length}\n${digests.join('\n')}`)
        .digest()
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
