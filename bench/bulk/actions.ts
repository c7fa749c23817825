import { Type } from 'typebox'
import { type BulkAdapter, type BulkItem, type BulkResult, defineBulk } from '../../src/contract/bulk.ts'
import { defineTool } from '../../src/contract/tool.ts'

const NONE = Type.Object({})

const shelf = defineTool({
  name: 'shelf',
  title: 'Shelf',
  description: 'A system that responds immediately.',
  prompt: 'Use it in measurements.',
  settings: NONE,
  connect: () => ({}),
  available: async () => ({ available: true }),
  concurrent: true
})

const Input = Type.Object({ many: Type.Integer({ description: 'How many items there are' }) })

interface Manner {
  name: string
  idempotent: boolean
  max_batch: number
  concurrency: number
}

/** An action without effect, so that only the engine's own work is measured. Calls `done` for each item. */
export function idleAction(manner: Manner, done: () => void = () => undefined): BulkAdapter {
  return defineBulk(shelf, {
    ...manner,
    summary: 'Touch items',
    description: 'Use it in measurements.',
    permission: 'write',
    input: Input,
    errors: {},
    examples: [],
    page_size: 1_000,
    prepare: async ({ many }) => ({ query: { many }, action: {} }),
    count: async ({ many }) => ({ value: many, relation: 'eq' }),
    nextBatch: async ({ many }, { size, offset }) => ({
      items: Array.from({ length: Math.min(size, many - offset) }, (_, at) => itemAt(offset + at)),
      next: offset + size < many ? String(offset + size) : undefined
    }),
    executeBatch: async function* (items) {
      for (const { id } of items) {
        done()
        yield { item_id: id, outcome: 'succeeded' } satisfies BulkResult
      }
    }
  })
}

/** IDs as long as Gmail's. */
function itemAt(index: number): BulkItem {
  const id = index.toString(16).padStart(16, '0')
  return { id, display_name: id }
}
