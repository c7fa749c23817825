import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 256 * 1024

/**
 * A file's bytes from its start, in one buffer that is used again and again: memory stays flat whatever the size. Each chunk but
 * the last ends at the end of a UTF-8 character.
 */
export async function* chunksOf(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let position = 0
  let carried = 0
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, carried, CHUNK_BYTES - carried, position)
    const filled = carried + bytesRead
    if (bytesRead === 0) {
      if (filled > 0) yield buffer.subarray(0, filled)
      return
    }
    const whole = wholeCharacters(buffer, filled)
    yield buffer.subarray(0, whole)
    buffer.copyWithin(0, whole, filled)
    carried = filled - whole
    position += bytesRead
  }
}

/** How many of the bytes are whole characters: at most three of the last ones begin a character that is not yet complete. */
export function wholeCharacters(bytes: Uint8Array, length: number): number {
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0
    if (byte < 0x80) return length
    if (byte >= 0xc0) return sequenceLength(byte) > back ? length - back : length
  }
  return length
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)
