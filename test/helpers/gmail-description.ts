import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/schema'
import type { Received } from '../../sandbox/control/requests.ts'
import { outside } from './outside.ts'

const { path: file, skip } = outside('specs/gmail.v1.discovery.json')

/** Why tests against the vendor's description are skipped; false if it is present. */
export const noDescription = skip

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
}

interface Method {
  id: string
  path: string
  httpMethod: string
  parameters?: Record<string, { location: string }>
  request?: { $ref: string }
  response?: { $ref: string }
  mediaUpload?: { protocols: { simple: { path: string } } }
}

interface Discovery {
  methods?: Record<string, Method>
  resources?: Record<string, Discovery>
  schemas: Record<string, Schema>
}

const spec: Discovery | undefined = skip ? undefined : JSON.parse(readFileSync(file, 'utf8'))

const methodsOf = ({ methods = {}, resources = {} }: Omit<Discovery, 'schemas'>): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsOf)
]

/** Returns the schema with its references resolved and without additional properties: Google neither returns nor accepts undeclared ones. */
function closed(schema: Schema, schemas: Record<string, Schema>, depth = 0): object {
  if (schema.$ref !== undefined) return depth > 8 ? {} : closed(schemas[schema.$ref] ?? {}, schemas, depth + 1)
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(([name, node]) => [name, closed(node, schemas, depth)])
    return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
  }
  return { ...(schema.type !== undefined && { type: schema.type }), ...(schema.items && { items: closed(schema.items, schemas, depth) }) }
}

const pattern = (template: string): RegExp => new RegExp(`^/${template.replace(/^\//, '').replace(/\{\w+\}/g, '[^/]+')}$`)

/** Google's API description of Gmail; undefined if it is not present. */
export const description = spec && { method: methodIn(methodsOf(spec)), misfits: misfitsWith(spec.schemas) }

function methodIn(methods: readonly Method[]) {
  return (verb: string, at: string): Method | undefined =>
    methods.find(
      ({ httpMethod, path, mediaUpload }) =>
        httpMethod === verb &&
        [path, mediaUpload?.protocols.simple.path].some(template => template !== undefined && pattern(template).test(at))
    )
}

/** Returns the errors of a value against the schema. Without a schema, there must be no value. */
function misfitsWith(schemas: Record<string, Schema>) {
  return (schema: Schema | undefined, value: unknown): string[] => {
    if (!schema) return value === null || value === '' ? [] : ['a body, but none is declared']
    const [fits, errors] = Compile(closed(schema, schemas)).Errors(value)
    return fits ? [] : errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/** Returns how a request differs from Google's API description; empty if it conforms. */
export function strangeIn({ method: verb, path: at, query, body }: Received): string[] {
  const method = description?.method(verb, at)
  if (!description || !method) return [`there is no ${verb} ${at}`]
  const declared = Object.entries(method.parameters ?? {}).flatMap(([name, { location }]) => (location === 'query' ? [name] : []))
  const strange = [...new URLSearchParams(query).keys()].filter(name => !declared.includes(name))
  return [
    ...strange.map(name => `${method.id} has no parameter ${name}`),
    ...description.misfits(method.request, body).map(misfit => `${method.id}: ${misfit}`)
  ]
}
