import type { Components, Node } from './components.ts'

/** The data as a successful answer carries it. */
export function envelope(data: Node, components: Components): Node {
  return {
    type: 'object',
    required: ['success', 'data', 'metadata'],
    properties: { success: { type: 'boolean', const: true }, data, metadata: components.metadata() }
  }
}
