import type { Catalog } from '../catalog/catalog.ts'
import { memberNames } from '../catalog/packs.ts'
import { DECIDE, decideScope } from '../contract/approvals.ts'
import { environmentNames } from '../systems/instances.ts'
import { checkFolders } from './check-folders.ts'
import type { KnownNames } from './config.ts'

/** Returns the names from this catalog that the configuration may use. */
export function knownNames({ tools, operations }: Catalog): KnownNames {
  const systems = tools.map(tool => tool.name)
  return {
    systems,
    environment: tools.flatMap(environmentNames),
    scopes: scopesOf(tools, operations),
    operations: operations.map(({ id }) => id),
    undecided: tools.flatMap(({ name, access }) => (access === 'own' ? name : [])),
    members: memberNames({ operations }),
    problems: (config, env) => checkFolders(tools, config, env)
  }
}

function scopesOf(tools: Catalog['tools'], operations: Catalog['operations']): string[] {
  const systems = tools.flatMap(({ name, access }) => (access === 'admin' ? [] : name))
  const admin = tools.flatMap(({ name, access }) => (access === 'admin' ? `${name}:admin` : []))
  const rights = ['*', 'read', 'write', 'destructive', 'secrets']
  const groups = operations.flatMap(({ tool, group }) => (group === undefined ? [] : `${tool.name}:${group}`))
  return [
    '*',
    ...rights.slice(1, 4).map(right => `*:${right}`),
    ...[...new Set([...systems, 'jobs'])].flatMap(system => rights.map(right => `${system}:${right}`)),
    DECIDE,
    ...tools.flatMap(({ name, access }) => (access === 'own' ? [] : decideScope(name))),
    'calls:read_all',
    'jobs:auto_confirm',
    ...admin,
    'metrics:read',
    'users:act_as',
    ...groups,
    ...operations.map(({ id }) => id)
  ]
}
