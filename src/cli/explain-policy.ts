import { constraintAgainst } from '../access/constraints.ts'
import { LOCAL_CALLER } from '../access/keys.ts'
import { decide, mismatches, type PolicyRule, type PolicySubject, ruleFor } from '../access/policy.ts'
import { allows, requiredScope } from '../access/scopes.ts'
import { grantable } from '../access/tokens/issuer.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { knownNames } from '../config/known.ts'
import { ConfigError } from '../config/problems.ts'
import type { Caller } from '../contract/call.ts'
import { constraintsOf, resourcesIn, useOnly } from '../contract/constraints.ts'
import { OperationError } from '../contract/errors.ts'
import { type Operation, permissionOf } from '../contract/operation.ts'
import { issuerId } from '../contract/principal.ts'
import { near } from '../lib/spelling.ts'
import { readInput } from '../pipeline/input/read-input.ts'
import { scopedOf, subjectsOf } from '../server/ports.ts'
import { instancesOf } from '../systems/instances.ts'
import { loadCatalog } from '../systems/load-catalog.ts'
import type { Outcome } from './outcome.ts'

/** `toolgate policy explain KEY OPERATION '{ INPUT }'` */
export async function explainPolicy([keyId, name, text = '{}', ...more]: string[], env: ProcessEnvironment): Promise<Outcome> {
  if (keyId === undefined || name === undefined || more.length > 0)
    return { code: 2, err: "toolgate policy explain: name a key, an operation and its input, such as: alice gitlab_get_issue '{ … }'" }
  const catalog = await loadCatalog()
  const operation = catalog.get(name)
  const suggestions = near(
    name,
    catalog.operations.map(({ id }) => id)
  )
  if (!operation)
    return { code: 1, err: [`There is no operation ${name}.`, ...suggestions.map(one => `> Did you mean ${one}?`)].join('\n') }
  try {
    const config = loadConfig(env, { ...knownNames(catalog), managedKeys: () => undefined })
    const caller = callerOf(keyId, config)
    if (!caller)
      return { code: 1, err: `The configuration has no key ${keyId}. Managed keys are stored in Redis, which this command does not read.` }
    return { code: 0, out: explanation(operation, readInput(operation, JSON.parse(text), true), caller, config) }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof OperationError) return { code: 1, err: error.message }
    if (error instanceof SyntaxError) return { code: 2, err: `toolgate policy explain: the input is not JSON: ${error.message}` }
    throw error
  }
}

/** Returns the caller of a key, or one with all that the tokens of an issuer can have. */
function callerOf(id: string, { keys, issuers }: Config): Caller | undefined {
  if (id === LOCAL_CALLER.id) return LOCAL_CALLER
  const issuer = issuers.find(entry => issuerId(entry.issuer) === id)
  if (issuer) return { id, scopes: grantable(issuer), ...(issuer.constraints && { constraints: issuer.constraints }) }
  return keys.find(key => key.id === id)
}

function explanation(operation: Operation, input: Record<string, unknown>, caller: Caller, config: Config): string {
  const { id, tool, costly } = operation
  const permission = permissionOf(operation, input)
  const named = input['instance'] ?? instancesOf(tool, { ...config, sandbox: undefined }).defaultName
  const instance = typeof named === 'string' && named !== '' ? named : null
  const call = `${id} by ${caller.id}${instance === null ? '' : ` on the instance ${instance}`}, which is ${permission}`
  if (tool.access === 'own')
    return `${call}:\n  allowed: every key may call ${tool.title.toLowerCase()} operations, and sees only its own resources`
  const scoped = scopedOf(operation, permission)
  const scope = caller.scopes.find(one => allows([one], scoped))
  if (scope === undefined) return `${call}:\n  forbidden: the key lacks the scope ${requiredScope(scoped)}`
  const allowed = `  the scope ${scope} allows it`
  const constraint = constraintAgainst(caller, operation, instance)
  if (constraint !== undefined) return `${call}:\n${allowed}\n  refused by a constraint of the key, which may only ${constraint}`
  const subjects = subjectsOf({ operation, caller, permission, instance, costly: costly !== undefined && input['dry_run'] !== true })
  const limits = resourcesIn(constraintsOf(caller), tool.name).map(
    ([resource, only]) => `  the call checks a constraint of the key, which may only ${useOnly(resource, only, tool.title)}`
  )
  return [`${call}:`, allowed, ...limits, ...subjects.flatMap(subject => decisionOf(subject, config.policy))].join('\n')
}

/** Lists the entries up to the one that decides, with what keeps the others from matching. */
function decisionOf(subject: PolicySubject, policy: readonly PolicyRule[]): string[] {
  const rule = ruleFor(policy, subject)
  const skipped = policy.slice(0, rule ? policy.indexOf(rule) : policy.length)
  const decision = decide(policy, subject)
  return [
    ...skipped.map((one, at) => `  policy entry ${at + 1} does not match (${mismatches(one, subject).join(', ')}): ${JSON.stringify(one)}`),
    rule
      ? `  ${decision}: policy entry ${policy.indexOf(rule) + 1} decides on ${subject.permission} calls: ${JSON.stringify(rule)}`
      : `  ${decision}: no policy entry matches, so the default for ${subject.permission} decides`
  ]
}
