import type { KnownNames } from '../config.ts'
import type { Catalog } from '../contract/catalog.ts'
import { memberNames } from '../contract/packs.ts'
import { environmentNames } from '../instances.ts'

/** What the systems of this catalog let the configuration name. */
export function knownNames({ tools, operations }: Catalog): KnownNames {
  const systems = tools.map(tool => tool.name)
  return {
    systems,
    environment: tools.flatMap(environmentNames),
    scopes: scopesOf(systems, operations),
    members: memberNames({ operations })
  }
}

function scopesOf(systems: readonly string[], operations: Catalog['operations']): string[] {
  const rights = ['*', 'read', 'write', 'destructive', 'secrets']
  const groups = operations.flatMap(({ tool, group }) => (group === undefined ? [] : `${tool.name}:${group}`))
  return [
    '*',
    ...rights.slice(1, 4).map(right => `*:${right}`),
    ...[...new Set([...systems, 'jobs'])].flatMap(system => rights.map(right => `${system}:${right}`)),
    'jobs:auto_confirm',
    ...groups,
    ...operations.map(({ id }) => id)
  ]
}
