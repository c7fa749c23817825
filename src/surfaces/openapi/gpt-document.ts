import { sendsBody, splitRoute } from '../../catalog/catalog.ts'
import { callerSchema, type JsonSchema } from '../../catalog/json-schema.ts'
import type { Pack } from '../../catalog/packs.ts'
import { ASYNC_NAMES, acceptsIdempotencyKey, canRunAsJob, inputOf } from '../../catalog/reserved-inputs.ts'
import { usedComponents } from '../../catalog/used-components.ts'
import type { Operation } from '../../contract/operation.ts'
import { shorten } from '../../lib/shorten.ts'
import { LEAN, type ListDetail, listedTool } from '../shared/listed-tool.ts'
import type { Node } from './components.ts'
import { asList, asNode } from './restore.ts'

/** Limits of GPT Actions, in characters. */
const MAX_DESCRIPTION = 300
const MAX_PARAMETER = 700

/**
 * The document of a pack as the schema of a GPT's actions, with the inputs and the texts of any list for models. Equal packs yield equal documents.
 * `document`: the OpenAPI document of these operations.
 */
export function gptDocument(document: Node, { operations }: Pick<Pack, 'operations'>, serverUrl: string, detail: ListDetail = LEAN): Node {
  const ids = new Map(operations.map(operation => [operation.id, operation]))
  const { webhooks: _webhooks, paths, components, ...rest } = document
  const named = asNode(asNode(components)['parameters'])
  const kept = mapNode(asNode(paths), item =>
    mapNode(asNode(item), operation => operationFor(asNode(operation), named, ids.get(String(asNode(operation)['operationId'])), detail))
  )
  return {
    ...rest,
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    paths: kept,
    components: componentsFor(kept, asNode(components))
  }
}

/**
 * A GPT cannot send or read headers: they are left out, and in a complete document the idempotency key is an input. The inputs that run a call as a
 * job are left out too, since the gateway decides that for callers with a time limit; and so are code samples.
 */
function operationFor(
  { parameters, requestBody, responses, 'x-codeSamples': _samples, ...operation }: Node,
  named: Node,
  definition: Operation | undefined,
  detail: ListDetail
): Node {
  const lean = definition && detail.reserved === 'lean' ? listedTool(definition, detail) : undefined
  const rules = (definition?.requires ?? []).map(rule => rule.text).join(' ')
  const hidden = definition && canRunAsJob(definition) ? ASYNC_NAMES : []
  const whole = asList(parameters).map(parameter => ('$ref' in parameter ? asNode(named[nameIn(parameter['$ref'])]) : parameter))
  const sent = whole.filter(({ in: place, name }) => (place === 'path' || place === 'query') && !hidden.includes(String(name)))
  const listed = lean ? sent.flatMap(parameter => leanParameter(parameter, lean.input)) : sent
  const key = definition && !lean ? keyOf(definition) : undefined
  const inBody = definition && sendsBody(splitRoute(definition)[0])
  const allSent = key && !inBody ? [...listed, queryParameter('idempotency_key', key)] : listed
  const body = requestBody ?? (definition && key && inBody && { required: false, content: emptyContent(definition) })
  return {
    ...operation,
    description: descriptionWithin(lean?.description ?? String(operation['description']), rules),
    ...(allSent.length > 0 && { parameters: allSent.map(shortened) }),
    ...(isNode(body) && {
      requestBody: shortened(lean ? leanBody(body, lean.input) : bodyFor(body, hidden, key && inBody ? { idempotency_key: key } : {}))
    }),
    ...(definition && isNode(body) && { 'x-toolgate-max-body': definition.max_body }),
    responses: responsesFor(asNode(responses))
  }
}

/** Returns the parameter as lean lists describe it; none if they omit it. */
function leanParameter({ name, in: place, required }: Node, { properties = {} }: JsonSchema): Node[] {
  const node = properties[String(name)]
  if (!node) return []
  const { description, ...schema } = node
  return [{ name, in: place, ...(required === true && { required }), description, schema }]
}

function leanBody(body: Node, { properties = {} }: JsonSchema): Node {
  const { schema } = asNode(asNode(body['content'])['application/json'])
  const names = Object.keys(asNode(asNode(schema)['properties']))
  const kept = Object.entries(properties).filter(([name]) => names.includes(name))
  return { ...body, content: { 'application/json': { schema: { ...asNode(schema), properties: Object.fromEntries(kept) } } } }
}

/** `idempotency_key` of the input; undefined if the operation accepts none. */
function keyOf(operation: Operation): Node | undefined {
  return acceptsIdempotencyKey(operation) ? callerSchema(inputOf(operation)).properties?.['idempotency_key'] : undefined
}

/** The body of an operation whose only input is the idempotency key. */
const emptyContent = (operation: Operation): Node => ({
  'application/json': { schema: { ...callerSchema(inputOf(operation)), properties: {}, required: [] } }
})

const queryParameter = (name: string, { description, ...schema }: Node): Node => ({
  name,
  in: 'query',
  required: false,
  description,
  schema
})

/** `#/components/parameters/Prefer` → `Prefer` */
const nameIn = (reference: unknown): string => String(reference).split('/').at(-1) ?? ''

/** Rules that involve several properties are in no schema, so they are kept at the cost of the other text. */
function descriptionWithin(description: string, rules: string): string {
  if (description.length <= MAX_DESCRIPTION || rules === '') return shorten(description, MAX_DESCRIPTION)
  const available = MAX_DESCRIPTION - rules.length - 1
  return available < 40 ? shorten(rules, MAX_DESCRIPTION) : `${shorten(description.replace(rules, ''), available).trim()} ${rules}`
}

/** A model reads JSON only: no streams, no Markdown. */
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
    description: shorten(String(response['description']), MAX_DESCRIPTION),
    ...('schema' in json && { content: { 'application/json': { schema: json['schema'] } } })
  }
}

function componentsFor(paths: Node, { schemas, responses, securitySchemes }: Node): Node {
  const shown = { schemas, responses: mapNode(asNode(responses), response => responseFor(asNode(response))) }
  return { ...usedComponents(paths, shown), securitySchemes: { bearer: asNode(securitySchemes)['bearer'] } }
}

function bodyFor(body: Node, hidden: readonly string[], more: Node): Node {
  const { schema } = asNode(asNode(body['content'])['application/json'])
  const properties = Object.entries(asNode(asNode(schema)['properties'])).filter(([name]) => !hidden.includes(name))
  const shown = { ...asNode(schema), properties: { ...Object.fromEntries(properties), ...more } }
  return { ...body, content: { 'application/json': { schema: shown } } }
}

/** Shortens every description within a parameter or a body. */
const shortened = (node: Node): Node =>
  mapNode(node, (value, key) => {
    if (key === 'description' && typeof value === 'string') return shorten(value, MAX_PARAMETER)
    if (Array.isArray(value)) return value.map(item => (isNode(item) ? shortened(item) : item))
    return isNode(value) ? shortened(value) : value
  })

const mapNode = (node: Node, change: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
