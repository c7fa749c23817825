import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OperationError } from '../../contract/errors.ts'

const DEEPEST = 64

/** Reads JSON bodies. An empty one is an empty input; nothing is coerced, and no key is dropped. */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseEncoded(request)
      done(null, parse(textOf(bytes)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/** A body is read as it comes, in UTF-8: one that says it is something else would be read as what it is not. */
export function refuseEncoded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { 'content-encoding': coding, 'content-type': type = '' } = headers
  if (coding !== undefined && coding.toLowerCase() !== 'identity') throw compressed(coding)
  const charset = type.length === PLAIN.length ? undefined : CHARSET.exec(type)?.[1]
  if (charset !== undefined && !READ_CHARSETS.has(charset.toLowerCase())) throw foreign(charset)
}

const PLAIN = 'application/json'
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i
const READ_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
const LONGEST_ECHO = 50

const compressed = (coding: string): OperationError =>
  new OperationError('unsupported_media_type', `Content-Encoding ${coding.slice(0, LONGEST_ECHO)} is not read here.`, {
    accept_encoding: 'identity',
    suggestions: ['Send the body uncompressed, without Content-Encoding.']
  })

const foreign = (charset: string): OperationError =>
  new OperationError('unsupported_media_type', `The character set ${charset.slice(0, LONGEST_ECHO)} is not read here.`, {
    suggestions: ['Send the body in UTF-8, as application/json.']
  })

/** Bytes that are not UTF-8 would silently become others. A byte order mark is no part of the text. */
function textOf(bytes: string | Buffer): string {
  if (typeof bytes === 'string') return bytes
  if (!isUtf8(bytes)) throw new OperationError('invalid_json', 'The body is not UTF-8.', { suggestions: ['Encode the JSON as UTF-8.'] })
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (isTooDeep(value)) throw new OperationError('invalid_json', `The body is nested deeper than ${DEEPEST} levels.`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OperationError('invalid_json', `The body is not JSON: ${whereIn(text, error instanceof Error ? error.message : '')}.`, {
      suggestions: ['Send one JSON object, UTF-8, with double quotes.']
    })
  }
}

/** Where it ceases to be JSON, as far as the parser tells. What it tells of the text itself may be a secret. */
function whereIn(text: string, message: string): string {
  const [, position, line, column] = /at position (\d+)(?: \(line (\d+) column (\d+)\))?/.exec(message) ?? []
  if (message.startsWith('Unexpected end') || Number(position) >= text.trimEnd().length) return 'it ends too early'
  if (position !== undefined)
    return `parsing failed (at position ${position}${line === undefined ? '' : `, line ${line}, column ${column}`})`
  return `parsing failed (${/^Unexpected token '.{1,2}'/u.exec(message)?.[0] ?? 'somewhere'})`
}

/** Walks level by level, since recursion is what a deep body attacks. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item).filter(isNested) : []))
  }
  return false
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null
