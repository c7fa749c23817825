import { readFileSync } from 'node:fs'
import path from 'node:path'
import { outside } from '../../helpers/outside.ts'

const { path: folder, skip } = outside('specs')

/** Why tests against the API description are skipped; false if it is present. */
export const noDescription = skip

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: { $ref?: string; type?: string }
}

interface Operation {
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

/** What each description covers, by the beginning of its paths. */
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
 * Differences of the descriptions from Confluence, each with the reason. Data Center returns the path of a file in `_links.download`,
 * which is not part of the described API.
 */
export const UNDESCRIBED = [/^\/confluence\/download\/attachments\//, /^\/media\//]

export interface Described {
  operation: Operation
  description: Description
  parameters: Parameter[]
}

/** The operation of a request: the one with the fewest placeholders first. */
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
