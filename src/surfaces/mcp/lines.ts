import { Transform, type Writable } from 'node:stream'
import { OperationError } from '../../contract/errors.ts'
import { MAX_MESSAGE } from '../../contract/operation.ts'
import { refuseStructure } from '../../lib/json.ts'

const LINE_FEED = 0x0a
const OPEN_LIST = 0x5b
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d])

/** The error for a batch of messages, over HTTP and stdio. */
export const BATCH_REFUSED = 'Batches of messages are not supported. Send each message separately.'

/**
 * Forwards lines that are small enough to be parsed: at most MAX_MESSAGE bytes, within the limits of nesting and values. Any other line gets a
 * JSON-RPC error with the ID null, since it is not parsed.
 */
export function boundedLines(responses: Writable): Transform {
  let chunks: Buffer[] = []
  let size = 0
  const take = (part: Buffer): void => {
    size += part.length
    if (size <= MAX_MESSAGE) chunks.push(part)
    else chunks = []
  }
  const endLine = (): Buffer | undefined => {
    const line = Buffer.concat(chunks)
    const isTooLong = size > MAX_MESSAGE
    chunks = []
    size = 0
    const fault = isTooLong ? `The message is larger than ${MAX_MESSAGE} bytes.` : faultOf(line)
    if (fault === undefined) return line
    responses.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: fault } })}\n`)
    return undefined
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
        take(chunk.subarray(from, end + 1))
        const line = endLine()
        if (line) this.push(line)
        from = end + 1
      }
      if (from < chunk.length) take(chunk.subarray(from))
      done()
    },
    flush(done) {
      done(null, endLine())
    }
  })
}

function faultOf(line: Uint8Array): string | undefined {
  if (line.find(byte => !SPACES.has(byte)) === OPEN_LIST) return BATCH_REFUSED
  try {
    refuseStructure(line, 'The message')
    return undefined
  } catch (error) {
    if (error instanceof OperationError) return error.message
    throw error
  }
}
