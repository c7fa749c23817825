import { shortened } from '../../fuzz/shortened.ts'
import type { Fill } from './negative.ts'

/** Makes a value of a schema with all that may be left out of it, the same each time. */
export async function makeFill(): Promise<Fill> {
  const { generateSync } = await import('json-schema-faker')
  return schema => generateSync(shortened(schema), { seed: 1, minItems: 1, maxItems: 1, maxLength: 60, alwaysFakeOptionals: true })
}
