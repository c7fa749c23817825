import { OperationError } from '../../contract/errors.ts'

/**
 * Reads the response to a write. Throws server_error if it lacks one of the texts that Google documents for every resource of this kind: a response
 * without them may come from a proxy and does not prove that the change was applied.
 */
export function readWriteResponse<T>(title: string, kind: string, names: readonly (keyof T & string)[], body: unknown): T {
  const written: T = Object(body)
  if (names.every(name => typeof written[name] === 'string')) return written
  throw new OperationError('server_error', `${title} accepted the request, but its response does not contain the ${kind}.`, {
    source: 'upstream',
    outcome: 'unknown'
  })
}
