import { createHash, randomBytes } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns an ID that cannot be guessed: `j` and 128 random bits in base 32. BullMQ accepts neither integers nor colons. */
export const newJobId = (): string => `j${base32(randomBytes(16))}`

/** Returns the ID of a job that must be created only once: the same for the same text. The text must be secret. */
export const jobIdFrom = (text: string): string => `j${base32(createHash('sha256').update(text).digest().subarray(0, 16))}`

export const isJobId = (text: string): boolean => /^j[a-z2-7]{26}$/.test(text)

/** Returns BullMQ's ID of a turn. A job has one turn at a time; its number increases each time the job is started, resumed or taken over. */
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
