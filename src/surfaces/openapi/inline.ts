import type { Node } from './components.ts'
import { asList, asNode } from './restore.ts'

/** Replaces the references in parameters and request bodies with their targets, for importers that follow none. Responses keep theirs. */
export function withInlineInputs(document: Node): Node {
  const { paths } = document
  const inline = inliner(asNode(document['components']))
  const operations = (item: unknown): Node =>
    mapNode(asNode(item), operation => {
      const { parameters, requestBody, ...others } = asNode(operation)
      return {
        ...others,
        ...(parameters !== undefined && { parameters: asList(parameters).map(inline) }),
        ...(requestBody !== undefined && { requestBody: inline(requestBody) })
      }
    })
  return { ...document, paths: mapNode(asNode(paths), operations) }
}

/** Examples are data: a reference in them is not ours. */
const DATA: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

function inliner(components: Node): (value: unknown) => unknown {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...siblings } = asNode(value)
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(String($ref)) ?? []
    const target = asNode(asNode(components[kind])[name])
    return mapNode({ ...target, ...siblings }, (part, key) => (DATA.has(key) ? part : inline(part)))
  }
  return inline
}

const mapNode = (node: Node, change: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]))
