import { closedSchema } from '../../../../src/catalog/json-schema.ts'
import type { Described } from '../../oracle.ts'
import type { Item } from './items.ts'

/** Positions in a request that violate the document; empty if it conforms. */
export type Forbids = (operation: Described, item: Item) => string[]

type Wrong = (schema: object, value: unknown) => string[]

export async function makeForbids(): Promise<Forbids> {
  const [{ default: Ajv }, { default: addFormats }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv-formats')])
  const wrong = wrongBy(addFormats(new Ajv({ strict: false, allErrors: true })))
  // A query contains text, which is parsed according to its schema.
  const wrongText = wrongBy(addFormats(new Ajv({ strict: false, allErrors: true, coerceTypes: 'array' })))
  return ({ parameters, body }, { request }) => {
    const given = request?.url.query?.filter(({ disabled }) => !disabled) ?? []
    const query = new URLSearchParams(given.map(({ key, value }) => `${key}=${value}`).join('&'))
    const inQuery = parameters
      .filter(parameter => parameter.in === 'query')
      .flatMap(({ name, required, schema }) => {
        const values = query.getAll(name)
        if (values.length === 0) return required ? [name] : []
        return wrongText(schema, values.length > 1 ? values : values[0]).map(place => name + place)
      })
    const inBody = body && request?.body ? wrong(body.schema, JSON.parse(request.body.raw)).map(place => place.slice(1)) : []
    return [...new Set([...inQuery, ...inBody])]
  }
}

function wrongBy(ajv): Wrong {
  const compiled = new WeakMap()
  return (schema, value) => {
    // In an object, because a parsed value replaces it.
    const check = compiled.get(schema) ?? ajv.compile({ type: 'object', properties: { value: closedSchema(schema) } })
    compiled.set(schema, check)
    return check({ value }) ? [] : check.errors.filter(isOwn).map(placeOf)
  }
}

/** The error that no branch of a union matches adds nothing to the errors of the branches. */
const isOwn = ({ keyword }): boolean => keyword !== 'anyOf'

/** In the notation of the gateway: `/attendees/0` with a missing name is `.attendees[0].name`. */
function placeOf({ instancePath, params }): string {
  const name = params.missingProperty ?? params.additionalProperty
  const place = instancePath.replace('/value', '').replace(/\/(\d+)/g, '[$1]')
  return place.replaceAll('/', '.') + (name === undefined ? '' : `.${name}`)
}
