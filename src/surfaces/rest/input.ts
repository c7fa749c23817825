import type { FastifyRequest } from 'fastify'
import { splitRoute } from '../../contract/catalog.ts'
import { type Issue, OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { queryReader } from './query.ts'

type Input = Record<string, unknown>

/** Puts one input together from path, query and body. Strings of path and query become what the schema asks for. */
export function inputReader(operation: Operation): (request: FastifyRequest) => unknown {
  const [method, path] = splitRoute(operation)
  const convert = queryReader(operation)
  const inBody = method !== 'GET' && method !== 'DELETE'
  const hasPath = path.includes('/:')
  return request => {
    const { body, query } = request
    if (!inBody)
      return merge(operation, merge(operation, body ?? {}, convert(asInput(query))), hasPath ? convert(asInput(request.params)) : {})
    refuseQuery(operation, asInput(query))
    return hasPath ? merge(operation, body ?? {}, convert(asInput(request.params))) : (body ?? {})
  }
}

function merge(operation: Operation, body: unknown, more: Input): unknown {
  if (!isInput(body)) return body
  const twice = Object.keys(more).filter(name => Object.hasOwn(body, name) && body[name] !== more[name])
  if (twice.length > 0)
    throw refusal(
      operation,
      twice.map(path => ({ path, message: 'is given twice with different values', expected: 'it in the path only' }))
    )
  return Object.keys(body).length === 0 ? more : { ...body, ...more }
}

function refuseQuery(operation: Operation, query: Input): void {
  const names = Object.keys(query)
  if (names.length > 0)
    throw refusal(
      operation,
      names.map(path => ({ path, message: 'is in the query string', expected: 'the whole input in the JSON body' }))
    )
}

function refusal(operation: Operation, issues: Issue[]): OperationError {
  const list = issues.map(issue => `${issue.path} ${issue.message}`).join('; ')
  return new OperationError('invalid_field_value', `The input of ${operation.id} is wrong: ${list}`, { issues })
}

const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value)
const asInput = (value: unknown): Input => (isInput(value) ? value : {})
