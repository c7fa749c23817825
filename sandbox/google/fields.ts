import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GoogleFailure } from './errors.ts'

/** Properties to return, each with those to return below it; empty: all of them. */
interface Selection extends Map<string, Selection> {}

interface Reader {
  take: (sign: string) => boolean
  name: () => string
  isAtEnd: () => boolean
}

/** Returns only the properties that the parameter `fields` selects, as in `items(id,start/date),nextPageToken`. Errors are returned in full. */
export function addFields(app: FastifyInstance): void {
  const selections = new WeakMap<FastifyRequest, Selection>()
  app.addHook('onRequest', async request => {
    const { fields } = Object(request.query)
    if (typeof fields === 'string' && fields !== '') selections.set(request, parseFields(fields))
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const selection = selections.get(request)
    return selection === undefined || reply.statusCode >= 300 ? payload : pick(payload, selection)
  })
}

function parseFields(fields: string): Selection {
  const reader = readerOf(fields)
  const selection: Selection = new Map()
  readList(reader, selection)
  if (!reader.isAtEnd()) throw invalidSelection(fields)
  return selection
}

function readerOf(fields: string): Reader {
  const tokens = fields.match(/[(),/]|[^(),/]+/g) ?? []
  let at = 0
  return {
    take(sign) {
      if (tokens[at] !== sign) return false
      at++
      return true
    },
    name() {
      const token = tokens[at++]
      if (token === undefined || !/^(?:\*|\w+)$/.test(token)) throw invalidSelection(token ?? fields)
      return token
    },
    isAtEnd: () => at >= tokens.length
  }
}

function readList(reader: Reader, into: Selection): void {
  do readPath(reader, into)
  while (reader.take(','))
}

function readPath(reader: Reader, into: Selection): void {
  let selection = into
  do selection = below(selection, reader.name())
  while (reader.take('/'))
  if (!reader.take('(')) return
  readList(reader, selection)
  if (!reader.take(')')) throw invalidSelection('(')
}

function below(selection: Selection, name: string): Selection {
  const known = selection.get(name)
  if (known) return known
  const added: Selection = new Map()
  selection.set(name, added)
  return added
}

function pick(value: unknown, selection: Selection): unknown {
  if (selection.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(one => pick(one, selection))
  const selected = Object.entries(value).flatMap(([name, one]) => {
    const inside = selection.get(name) ?? selection.get('*')
    return inside === undefined ? [] : [[name, pick(one, inside)] as const]
  })
  return Object.fromEntries(selected)
}

const invalidSelection = (selection: string): GoogleFailure =>
  new GoogleFailure(400, `Invalid field selection ${selection}`, 'invalidParameter', undefined, {
    locationType: 'parameter',
    location: 'fields'
  })
