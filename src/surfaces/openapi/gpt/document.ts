import type { Catalog } from '../../../contract/catalog.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Pack } from '../../../contract/packs.ts'
import { usedComponents } from '../../../contract/references.ts'
import { ASYNC_NAMES, mayBeJob } from '../../../contract/reserved.ts'
import { shorten } from '../../../contract/shorten.ts'
import type { Node } from '../components.ts'
import { openapiDocument } from '../document.ts'

/** The limits of GPT Actions. */
const LONGEST_DESCRIPTION = 300
const LONGEST_PARAMETER = 700

/** A pack as the schema of a GPT's actions. Equal packs give equal documents. */
export function gptDocument(
  catalog: Catalog,
  { name, operations }: Pick<Pack, 'name' | 'operations'>,
  options: { version: string; serverUrl: string }
): Node {
  const ids = new Map(operations.map(operation => [operation.id, operation]))
  const {
    webhooks: _webhooks,
    paths,
    components,
    ...document
  } = openapiDocument(catalog, {
    ...options,
    title: `Toolgate: ${name}`,
    visible: ({ id }) => ids.has(id),
    gateway: 'none'
  })
  const named = asNode(asNode(components)['parameters'])
  const shown = (node: Node): Node => operationFor(node, named, ids.get(String(node['operationId'])))
  const kept = mapped(asNode(paths), item => mapped(asNode(item), operation => shown(asNode(operation))))
  return { ...document, security: [{ bearer: [] }], paths: kept, components: componentsFor(kept, asNode(components)) }
}

/**
 * Headers cannot be sent and are not shown: what they say is in the input and in the answer. Nor is how a call is made as a job, which the gateway
 * decides for whoever can wait only so long. Nor does a GPT write programs.
 */
function operationFor(
  { parameters, responses, 'x-codeSamples': _samples, ...operation }: Node,
  named: Node,
  definition: Operation | undefined
): Node {
  const rules = (definition?.requires ?? []).map(rule => rule.text).join(' ')
  const hidden = definition && mayBeJob(definition) ? ASYNC_NAMES : []
  const whole = asList(parameters).map(parameter => ('$ref' in parameter ? asNode(named[nameIn(parameter['$ref'])]) : parameter))
  const sent = whole.filter(({ in: place, name }) => (place === 'path' || place === 'query') && !hidden.includes(String(name)))
  return {
    ...operation,
    description: described(String(operation['description']), rules),
    ...(sent.length > 0 && { parameters: sent.map(shortened) }),
    ...('requestBody' in operation && { requestBody: shortened(bodyFor(asNode(operation['requestBody']), hidden)) }),
    responses: responsesFor(asNode(responses))
  }
}

/** `#/components/parameters/Prefer` → `Prefer` */
const nameIn = (reference: unknown): string => String(reference).split('/').at(-1) ?? ''

/** Rules over several properties are in no schema: they stay, whatever else must go. */
function described(description: string, rules: string): string {
  if (description.length <= LONGEST_DESCRIPTION || rules === '') return shorten(description, LONGEST_DESCRIPTION)
  const room = LONGEST_DESCRIPTION - rules.length - 1
  return room < 40 ? shorten(rules, LONGEST_DESCRIPTION) : `${shorten(description.replace(rules, ''), room).trim()} ${rules}`
}

/** A model reads JSON only: no stream, no text. */
const responsesFor = (responses: Node): Node =>
  Object.fromEntries(
    Object.entries(responses)
      .map(([status, response]) => [status, responseFor(asNode(response))] as const)
      .filter(([, response]) => '$ref' in response || 'content' in response)
  )

function responseFor(response: Node): Node {
  if ('$ref' in response) return response
  const json = asNode(asNode(response['content'])['application/json'])
  return {
    description: shorten(String(response['description']), LONGEST_DESCRIPTION),
    ...('schema' in json && { content: { 'application/json': { schema: json['schema'] } } })
  }
}

function componentsFor(paths: Node, { schemas, responses, securitySchemes }: Node): Node {
  const shown = { schemas, responses: mapped(asNode(responses), response => responseFor(asNode(response))) }
  return { ...usedComponents(paths, shown), securitySchemes: { bearer: asNode(securitySchemes)['bearer'] } }
}

function bodyFor(body: Node, hidden: readonly string[]): Node {
  const schema = asNode(asNode(asNode(body['content'])['application/json'])['schema'])
  const shown = Object.entries(asNode(schema['properties'])).filter(([name]) => !hidden.includes(name))
  return { ...body, content: { 'application/json': { schema: { ...schema, properties: Object.fromEntries(shown) } } } }
}

/** Every description below, at most as long as that of a parameter may be. */
const shortened = (node: Node): Node =>
  mapped(node, (value, key) => {
    if (key === 'description' && typeof value === 'string') return shorten(value, LONGEST_PARAMETER)
    if (Array.isArray(value)) return value.map(item => (isNode(item) ? shortened(item) : item))
    return isNode(value) ? shortened(value) : value
  })

const mapped = (node: Node, change: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const asNode = (value: unknown): Node => (isNode(value) ? value : {})
const asList = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
