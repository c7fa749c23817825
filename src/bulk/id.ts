import { createHash, randomBytes } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** An id nobody can guess: `j` and 128 random bits in base 32. BullMQ takes no integers and no colons. */
export const newJobId = (): string => `j${base32(randomBytes(16))}`

/** The id of a job that must not be made twice: the same for the same text, which only we know. */
export const jobIdFrom = (once: string): string => `j${base32(createHash('sha256').update(once).digest().subarray(0, 16))}`

export const isJobId = (text: string): boolean => /^j[a-z2-7]{26}$/.test(text)

/** BullMQ's id of a turn. A job has one such at a time; its number changes whenever somebody sets the job going. */
export const turnJobId = (id: string, turn: number): string => `op-${id}-${turn}`

export const turnOf = (turnJobId: string | undefined): number => Number(turnJobId?.slice(turnJobId.lastIndexOf('-') + 1))

function base32(bytes: Uint8Array): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  let text = ''
  for (let left = bytes.length * 8; left > 0; left -= 5) {
    text += LETTERS[Number(bits & 31n)]
    bits >>= 5n
  }
  return text
}
