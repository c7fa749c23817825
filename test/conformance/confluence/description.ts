import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../../../shared/specs')

/** Why tests against the vendor's own descriptions are passed over; false where they are there. */
export const noDescription = existsSync(folder) ? false : `the vendor's descriptions are not at ${path.relative('.', folder)}`

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: { $ref?: string; type?: string }
}

export interface Operation {
  parameters?: Parameter[]
  requestBody?: { $ref?: string; content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

export interface Description {
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>
  components: {
    schemas: Record<string, object>
    parameters?: Record<string, Parameter>
    requestBodies?: Record<string, Operation['requestBody']>
  }
}

const read = (file: string): Description => JSON.parse(readFileSync(path.join(folder, file), 'utf8'))

/** What each of them describes, by what its paths begin with. */
export interface Descriptions {
  cloud: { begins: string; description: Description }[]
  datacenter: { begins: string; description: Description }[]
}

let known: Descriptions | undefined

export function readDescriptions(): Descriptions {
  known ??= {
    cloud: [
      { begins: '/wiki/api/v2', description: read('confluence-cloud-v2.openapi.2026-04-30.json') },
      { begins: '', description: read('confluence-cloud-v1.openapi.2021-11-23.json') }
    ],
    datacenter: [{ begins: '/confluence', description: read('confluence-dc-10.0.3.openapi.json') }]
  }
  return known
}

/**
 * What the descriptions leave out or tell otherwise, and why it is right all the same.
 *
 * Data Center tells the path of a file in `_links.download`: it is no part of the described interface.
 */
export const UNDESCRIBED = [/^\/confluence\/download\/attachments\//, /^\/media\//]

export interface Described {
  operation: Operation
  description: Description
  parameters: Parameter[]
}

/** The operation that a request is for, the one with the fewest placeholders first. */
export function describedAs(descriptions: Descriptions['cloud'], method: string, place: string): Described | undefined {
  for (const { begins, description } of descriptions) {
    if (!place.startsWith(begins)) continue
    const below = place.slice(begins.length)
    const found = Object.entries(description.paths)
      .filter(([template]) => new RegExp(`^${template.replace(/\{[\w-]+\}/g, '[^/]+')}$`).test(below))
      .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    for (const [, item] of found) {
      const operation = item[method.toLowerCase()]
      if (!operation) continue
      const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return { operation, description, parameters: all.map(one => resolved(description, one)) }
    }
  }
  return undefined
}

const resolved = ({ components }: Description, parameter: Parameter): Parameter =>
  parameter.$ref === undefined ? parameter : (components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter)
