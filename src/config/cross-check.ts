import { type KeyEntry, LOCAL_CALLER, RESERVED_IDS } from '../access/keys.ts'
import { isConsent, matchesPattern, type PolicyRule } from '../access/policy.ts'
import { ACT_AS } from '../access/scopes.ts'
import { grantable, type IssuerEntry } from '../access/tokens/issuer.ts'
import type { PackConfig } from '../catalog/packs.ts'
import { hostnameOf, isLoopback } from '../lib/loopback.ts'
import { type ConstraintNames, checkConstraints } from './check-constraints.ts'
import { checkLimits, checkScopes, type ScopeNames } from './check-scopes.ts'
import type { FileConfig } from './file.ts'
import { nearestOf, type Problem } from './problems.ts'

// Checks across parts of the configuration. `known` are the names of the systems; undefined if the caller does not know them.
type Names = readonly string[] | undefined

export function checkKeys(keys: readonly KeyEntry[], known: ScopeNames & ConstraintNames): Problem[] {
  const ids = keys.map(({ id }) => id)
  const twice = new Set(ids.filter((id, place) => ids.indexOf(id) !== place))
  const undated = keys.filter(({ expires }) => expires !== undefined && Number.isNaN(Date.parse(expires)))
  return [
    ...[...twice].map(id => ({
      where: `key ${id}`,
      message: 'is listed twice',
      allowed: 'each ID once across TOOLGATE_KEYS and the config file'
    })),
    // Work of callers without a key runs under these IDs, in one case with every scope.
    ...ids
      .filter(id => RESERVED_IDS.includes(id))
      .map(id => ({ where: `key ${id}`, message: 'has the ID of callers without a key', allowed: 'any other ID' })),
    ...undated.map(({ id, expires }) => ({
      where: `key ${id}`,
      message: `expires on ${expires}, which is not a date`,
      allowed: 'a date such as 2027-01-01'
    })),
    ...sharedWebhookSecrets(keys),
    ...keys.flatMap(key => [...checkScopes(key, known), ...checkConstraints(key, known), ...checkLimits(key, known)])
  ]
}

/** Returns the problems of issuers. `systems` and `scopes` are names of the catalog. */
export function checkIssuers(
  issuers: readonly IssuerEntry[],
  place: (pointer: string) => string,
  known: ScopeNames & ConstraintNames
): Problem[] {
  return issuers.flatMap((entry, index) => {
    const { issuer, jwks_uri, constraints } = entry
    const where = `/issuers/${index}`
    const isListed = issuers.findIndex(one => one.issuer === issuer) < index
    const granted = grantable(entry)
    const unlimited = constraints?.instances && granted.find(isUnlimited)
    return [
      ...(isListed ? [{ where: place(where), message: `${issuer} is listed twice`, allowed: 'each issuer once' }] : []),
      ...urlProblems(issuer, place(`${where}/issuer`)),
      ...(jwks_uri === undefined ? [] : urlProblems(jwks_uri, place(`${where}/jwks_uri`))),
      ...checkScopes({ id: '', scopes: granted }, known).map(problem => ({ ...problem, where: place(`${where}/scopes`) })),
      ...checkConstraints({ id: '', constraints }, known).map(problem => ({ ...problem, where: place(`${where}/constraints`) })),
      ...(granted.includes(ACT_AS)
        ? [{ where: place(`${where}/scopes`), message: `grants ${ACT_AS}, which only keys use`, allowed: 'other scopes' }]
        : []),
      ...(unlimited === undefined
        ? []
        : [
            {
              where: place(`${where}/scopes`),
              message: `grants ${unlimited}, which is not limited to instances`,
              allowed: 'scopes of systems, or no constraint of instances'
            }
          ])
    ]
  })
}

/** Whether a scope allows managing the keys of every instance, or seeing the work of every caller. */
const isUnlimited = (scope: string): boolean => scope === '*' || scope === 'keys:admin' || scope.startsWith('keys_')

/** On a connection without TLS, its keys could be replaced, and tokens then be signed by others. */
function urlProblems(text: string, where: string): Problem[] {
  const url = URL.parse(text)
  if (url && url.username + url.password + url.hash + url.search === '' && (url.protocol === 'https:' || isLoopback(hostnameOf(url))))
    return []
  return [
    {
      where,
      message: 'is not a URL that this gateway loads keys from',
      allowed: 'https:// without query, fragment and password; http:// only for localhost'
    }
  ]
}

/** If two keys shared a secret, the holder of one could forge the webhooks of the other. */
function sharedWebhookSecrets(keys: readonly KeyEntry[]): Problem[] {
  const all = keys.flatMap(({ id, webhook_secrets = [] }) => webhook_secrets.map(secret => ({ id, secret })))
  return all
    .filter(({ secret }, place) => all.findIndex(one => one.secret === secret) !== place)
    .map(({ id }) => ({ where: `key ${id}`, message: 'has the webhook secret of another key', allowed: 'a different secret for each key' }))
}

interface PolicyNames {
  /** Names of the catalog. */
  systems: Names
  operations: Names
  /** Systems on whose operations policy does not decide. */
  undecided?: Names
  /** Names of the configuration. */
  instances: readonly string[]
}

/** Returns the problems of rules. */
export function checkPolicy(
  policy: readonly PolicyRule[],
  place: (rule: PolicyRule) => string,
  { systems, operations, undecided, instances }: PolicyNames
): Problem[] {
  const patternOf = ({ operation = '*' }: PolicyRule): string | undefined =>
    operations?.some(name => matchesPattern(operation, name)) ? undefined : operation
  return policy.flatMap(rule => [
    ...unknown(rule.system, systems && ['*', ...systems], place(rule), 'a policy rule names', 'system'),
    ...unknown(rule.instance, instances, place(rule), 'a policy rule names', 'instance'),
    ...unknown(patternOf(rule), operations, place(rule), 'a policy rule names', 'operation'),
    ...unconfirmable(rule, place(rule)),
    ...undecidable(rule, place(rule), operations, undecided)
  ])
}

/** A rule that applies only to operations on which policy does not decide would have no effect. */
function undecidable(
  { system = '*', operation = '*' }: PolicyRule,
  where: string,
  operations: Names = [],
  undecided: Names = []
): Problem[] {
  const matching = operations.filter(name => matchesPattern(operation, name))
  const isUndecided = matching.length > 0 && matching.every(name => undecided.some(one => name.startsWith(`${one}_`)))
  if (!isUndecided && !undecided.includes(system)) return []
  return [
    {
      where,
      message: `a policy rule is only for operations of ${undecided.join(' or ')}, which every key may call for its own resources`,
      allowed: 'operations of other systems: the rules for them also decide what a replay, an undo or a retry does'
    }
  ]
}

/** Returns a problem for each policy rule whose key is not one of these. */
export const checkPolicyKeys = (policy: readonly PolicyRule[], place: (rule: PolicyRule) => string, ids: readonly string[]): Problem[] =>
  policy.flatMap(rule => unknown(rule.key, [LOCAL_CALLER.id, ...ids], place(rule), 'a policy rule is for', 'key'))

/** A read needs no consent, so such a rule would have no effect. */
function unconfirmable({ permission, decision }: PolicyRule, where: string): Problem[] {
  if (permission !== 'read' || !isConsent(decision)) return []
  return [
    {
      where,
      message: `a policy rule requires ${decision === 'confirm' ? 'confirmation' : 'approval'} for reads, which need none`,
      allowed: 'allow or deny for read'
    }
  ]
}

export function checkSystems(systems: NonNullable<FileConfig['systems']>, place: (pointer: string) => string, known: Names): Problem[] {
  return Object.entries(systems).flatMap(([system, { default_instance: named, instances = {} }]) => {
    const where = `/systems/${system}`
    const names = ['default', 'sandbox', ...Object.keys(instances)]
    const taken = { where: place(`${where}/instances/sandbox`), message: 'is reserved for the sandbox server', allowed: 'any other name' }
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
      unknown(member, known, place(`/packs/${name}/${index}`), 'the pack contains', 'operation, system or group')
    )
  )
}

const FIRST_KEY = 'once there are keys: `npx toolgate keys new --id NAME --scopes "*"` creates one for TOOLGATE_KEYS'

/** Without keys, every caller may do everything. So only this machine may reach the gateway. */
export function checkReach(host: string, publicUrl: string | undefined, role: string | undefined): Problem[] {
  if (role === 'worker') return []
  const problems: Problem[] = []
  if (!isLoopback(host)) {
    const message = `${host} accepts connections from other machines, but no valid key is configured. Without keys, only loopback is allowed`
    problems.push({ where: 'HOST', message, allowed: `127.0.0.1, ::1 or localhost, or any address ${FIRST_KEY}` })
  }
  if (publicUrl !== undefined && !isLoopback(hostnameOf(new URL(publicUrl)))) {
    const message = 'is not on this machine, so other machines would reach the gateway, but no valid key is configured'
    problems.push({ where: 'TOOLGATE_PUBLIC_URL', message, allowed: `a URL of localhost, 127.0.0.1 or [::1], or any URL ${FIRST_KEY}` })
  }
  return problems
}

function unknown(name: string | undefined, known: Names, where: string, what: string, kind: string): Problem[] {
  if (name === undefined || known === undefined || known.includes(name)) return []
  return [{ where, message: `${what} the ${kind} ${name}, which does not exist`, allowed: nearestOf(name, known) }]
}
