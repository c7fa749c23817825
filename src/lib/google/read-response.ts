import type { Static, TObject } from 'typebox'
import { Compile, type Validator } from 'typebox/schema'
import { OperationError } from '../../contract/errors.ts'
import { afterWrites } from '../http/sent-writes.ts'

/** Reads the body of a successful response. */
export interface ResponseReader<Resource> {
  /** The response to a read. Throws server_error if it is not what the API returns. */
  read: (body: unknown) => Resource
  /**
   * The response to a write. Throws server_error with outcome unknown if it does not contain the resource: it may come from a proxy, and does not prove
   * that the change was applied.
   */
  written: (body: unknown) => Resource
}

/**
 * Creates a reader from the properties that are used. Google omits what is empty, so `{}` is an empty list. Any other object that has none of the
 * properties is no response of the API.
 */
export function responseReader<Schema extends TObject>(title: string, kind: string, schema: Schema): ResponseReader<Static<Schema>> {
  const names: ReadonlySet<string> = new Set(Object.keys(schema.properties))
  let validator: Validator | undefined
  const isResource = (body: unknown): body is Static<Schema> => {
    validator ??= Compile(schema)
    return validator.Check(body)
  }
  const isEmpty = (body: object): boolean => Object.keys(body).length === 0
  const isKnown = (body: object): boolean => Object.keys(body).some(name => names.has(name))
  return {
    read(body) {
      if (isResource(body) && (isEmpty(body) || isKnown(body))) return body
      throw afterWrites(
        new OperationError('server_error', `${title} returned an unexpected response for the ${kind}.`, {
          source: 'upstream',
          outcome: 'not_executed'
        })
      )
    },
    written(body) {
      if (isResource(body) && isKnown(body)) return body
      throw new OperationError('server_error', `${title} accepted the request, but its response does not contain the ${kind}.`, {
        source: 'upstream',
        outcome: 'unknown'
      })
    }
  }
}
