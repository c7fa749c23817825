import type { PackConfig } from '../contract/packs.ts'
import type { KeyEntry } from '../keys.ts'
import { isLoopback } from '../lib/loopback.ts'
import { checkScopes, type ScopeNames } from './check-scopes.ts'
import type { FileConfig } from './file.ts'
import type { PolicyRule } from './policy.ts'
import { nearestOf, type Problem } from './problems.ts'

// Whether the parts of the configuration fit each other. `known` are the names of the systems, undefined where the caller does not know them.
type Names = readonly string[] | undefined

export function checkKeys(keys: readonly KeyEntry[], known: ScopeNames): Problem[] {
  const ids = keys.map(({ id }) => id)
  const twice = new Set(ids.filter((id, place) => ids.indexOf(id) !== place))
  const undated = keys.filter(({ expires }) => expires !== undefined && Number.isNaN(Date.parse(expires)))
  return [
    ...[...twice].map(id => ({
      where: `key ${id}`,
      message: 'is there twice',
      allowed: 'each id once, over TOOLGATE_KEYS and the config file together'
    })),
    ...undated.map(({ id, expires }) => ({
      where: `key ${id}`,
      message: `expires on ${expires}, which no calendar has`,
      allowed: 'a date such as 2027-01-01'
    })),
    ...keys.flatMap(key => checkScopes(key, known))
  ]
}

export function checkPolicy(
  policy: readonly PolicyRule[],
  place: (rule: PolicyRule) => string,
  keys: readonly KeyEntry[],
  known: Names
): Problem[] {
  const ids = ['local', ...keys.map(({ id }) => id)]
  return policy.flatMap(rule => [
    ...unknown(rule.key, ids, place(rule), 'a policy rule is for', 'key'),
    ...unknown(rule.system, known && ['*', ...known], place(rule), 'a policy rule is for', 'system'),
    ...unconfirmable(rule, place(rule))
  ])
}

/** A read has no `confirm` to send: such a rule would refuse it for ever. */
function unconfirmable({ permission, decision }: PolicyRule, where: string): Problem[] {
  if (permission !== 'read' || decision !== 'confirm') return []
  return [
    {
      where,
      message: 'a policy rule asks confirmation of reads, which change nothing and cannot be confirmed',
      allowed: 'allow or deny for read'
    }
  ]
}

export function checkSystems(systems: NonNullable<FileConfig['systems']>, place: (pointer: string) => string, known: Names): Problem[] {
  return Object.entries(systems).flatMap(([system, { default_instance: named, instances = {} }]) => {
    const where = `/systems/${system}`
    const names = ['default', 'sandbox', ...Object.keys(instances)]
    const taken = { where: place(`${where}/instances/sandbox`), message: 'is the name of the stand-in', allowed: 'any other name' }
    return [
      ...unknown(system, known, place(where), 'these settings are for', 'system'),
      ...unknown(named, names, place(`${where}/default_instance`), 'it names', 'instance'),
      ...('sandbox' in instances ? [taken] : [])
    ]
  })
}

export function checkPacks(packs: PackConfig, place: (pointer: string) => string, known: Names): Problem[] {
  return Object.entries(packs).flatMap(([name, members]) =>
    members.flatMap((member, index) =>
      unknown(member, known, place(`/packs/${name}/${index}`), 'the pack holds', 'operation, system or group')
    )
  )
}

/** Without keys everybody who reaches the gateway may do everything. */
export function checkReach(host: string, role: string | undefined): Problem[] {
  if (isLoopback(host) || role === 'worker') return []
  const allowed =
    '127.0.0.1, ::1 or localhost, or any address once there are keys: `npx toolgate keys new --id NAME --scopes "*"` makes one for TOOLGATE_KEYS'
  return [
    { where: 'HOST', message: `${host} lets other machines in, and there is no key that can be used. No keys: loopback only`, allowed }
  ]
}

function unknown(name: string | undefined, known: Names, where: string, what: string, kind: string): Problem[] {
  if (name === undefined || known === undefined || known.includes(name)) return []
  return [{ where, message: `${what} the ${kind} ${name}, and there is none`, allowed: nearestOf(name, known) }]
}
