import { headerReferences, type Node, SHARED } from './components.ts'

/**
 * Restores in each operation of the document what @fastify/swagger drops or changes:
 * - several examples of a body or a response, and the encoding of a form (kept in `DROPPED`, which the plugin copies unread),
 * - `required` of a body, which the plugin always sets,
 * - a response that is a reference, which the plugin reads as a schema,
 * - a header that is a reference, which the plugin wraps in a schema,
 * - a parameter that is a reference, and the serialization of a list.
 */
export const DROPPED = 'x-toolgate-dropped'

/** Marks a response without a description of its own. */
const NO_DESCRIPTION = 'Default Response'

const PLACES = ['path', 'query', 'header']

/** Applies to one operation object of the plugin's document. */
export function restoreOperation({ [DROPPED]: dropped, parameters, requestBody, responses, ...operation }: Node): Node {
  const { requestBody: bodyParts, responses: responseParts } = asNode(dropped)
  const restored = asList(parameters)
    .toSorted((a, b) => PLACES.indexOf(String(a['in'])) - PLACES.indexOf(String(b['in'])))
    .map(parameterOf)
  return {
    ...operation,
    ...(restored.length > 0 && { parameters: restored }),
    ...(requestBody !== undefined && { requestBody: bodyOf(asNode(requestBody), asNode(bodyParts)) }),
    responses: Object.fromEntries(
      Object.entries(asNode(responses)).map(([status, response]) => [
        status,
        responseOf(asNode(response), asNode(asNode(responseParts)[status]))
      ])
    )
  }
}

function parameterOf({ name, in: place, required, description, schema, ...parameter }: Node): Node {
  const { [SHARED]: component, ...own } = asNode(schema)
  if (typeof component === 'string') return { $ref: `#/components/parameters/${component}` }
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    ...(own['type'] === 'array' && { style: 'form', explode: true }),
    schema: own,
    ...parameter
  }
}

function bodyOf({ content }: Node, dropped: Node): Node {
  const { schema } = asNode(asNode(content)['application/json'])
  const { required } = asNode(schema)
  return { required: Array.isArray(required) && required.length > 0, content: contentOf(content, dropped) }
}

function responseOf({ description, headers, content }: Node, dropped: Node): Node {
  const { $ref } = asNode(asNode(asNode(content)['application/json'])['schema'])
  if (typeof $ref === 'string' && $ref.startsWith('#/components/responses/'))
    return { $ref, ...(description !== NO_DESCRIPTION && { description }) }
  return {
    description,
    ...(headers !== undefined && { headers: headerReferences(Object.keys(asNode(headers))) }),
    ...(content !== undefined && { content: contentOf(content, dropped) })
  }
}

const contentOf = (content: unknown, dropped: Node): Node =>
  Object.fromEntries(Object.entries(asNode(content)).map(([type, media]) => [type, { ...asNode(media), ...asNode(dropped[type]) }]))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
export const asNode = (value: unknown): Node => (isNode(value) ? value : {})
export const asList = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
