import type { KnownNames } from '../config.ts'
import type { Catalog } from '../contract/catalog.ts'
import { environmentNames } from '../instances.ts'

/** What the systems of this catalog let the configuration name. */
export function knownNames({ tools }: Catalog): KnownNames {
  return { systems: tools.map(tool => tool.name), environment: tools.flatMap(environmentNames) }
}
