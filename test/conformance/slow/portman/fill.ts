import { shortened } from '../../fuzz/shortened.ts'
import type { Fill } from './negative.ts'

/** Generates a value of a schema with all optional properties, the same each time. */
export async function makeFill(): Promise<Fill> {
  const { generateSync } = await import('json-schema-faker')
  return schema => generateSync(shortened(schema), { seed: 1, minItems: 1, maxItems: 1, maxLength: 60, alwaysFakeOptionals: true })
}
