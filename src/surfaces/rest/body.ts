import type { FastifyInstance } from 'fastify'
import { OperationError } from '../../contract/errors.ts'

const DEEPEST = 64

/** Reads JSON bodies. An empty one is an empty input; nothing is coerced, and no key is dropped. */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parse(String(text)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
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
    const where = /at position \d+|Unexpected end/.exec(error instanceof Error ? error.message : '')?.[0] ?? 'somewhere'
    throw new OperationError('invalid_json', `The body is not JSON: parsing failed (${where}).`, {
      suggestions: ['Send one JSON object, UTF-8, with double quotes.']
    })
  }
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
