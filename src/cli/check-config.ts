import type { Catalog } from '../catalog/catalog.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { knownNames } from '../config/known.ts'
import { ConfigError, inWords, type Problem } from '../config/problems.ts'
import { describeRedis } from '../lib/redis/endpoint.ts'
import { type Instance, instancesOf } from '../systems/instances.ts'
import { loadCatalog } from '../systems/load-catalog.ts'
import type { Outcome } from './outcome.ts'

interface Found extends Instance {
  system: string
}

/** `toolgate config check`: starts nothing, and shows no secret. */
export async function checkConfig(_words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const catalog = await loadCatalog()
  try {
    const config = loadConfig(env, { ...knownNames(catalog), managedKeys: () => undefined })
    const instances = findInstances(catalog, config)
    const broken = instances.flatMap(brokenness)
    if (broken.length > 0) throw new ConfigError(broken)
    return { code: 0, out: summary(config, instances) }
  } catch (error) {
    if (error instanceof ConfigError) return { code: 1, err: error.message }
    throw error
  }
}

function findInstances({ tools }: Catalog, { environment, unread, systems, keys, role }: Config): Found[] {
  return tools.flatMap(tool => {
    const { instances } = instancesOf(tool, { environment, unread, systems, keys, role, sandbox: undefined })
    return [...instances.values()].map(instance => ({ ...instance, system: tool.name })).filter(({ unnamed }) => !unnamed)
  })
}

/** A broken instance does not prevent startup, but this command reports it. */
function brokenness({ system, name, problems }: Found): Problem[] {
  return problems.map(message => ({ where: `instance ${name} of ${system}`, message }))
}

function summary(config: Config, instances: readonly Found[]): string {
  const lines = {
    Role: config.role,
    'Listens on': `${config.host}:${config.port}`,
    'Known as': config.publicUrl ?? 'what it listens on',
    Redis: config.redis === undefined ? `a private one, under ${config.dataDir}` : describeRedis(config.redis),
    Keys: config.keys.map(keyInWords).join(', ') || 'none: every caller on this machine may do everything',
    Policy: `${config.policy.length} rules; by default, destructive and costly calls need confirmation`,
    Instances: instances.map(({ system, name }) => `${system} ${name}`).join(', ') || 'none'
  }
  const warnings = config.warnings.length === 0 ? '' : `\n\nWarnings:\n${config.warnings.map(inWords).join('\n')}`
  const shown = Object.entries(lines).map(([name, value]) => `  ${name}: ${value}`)
  return `The configuration is valid. Connections were not tested: addresses and credentials may still be wrong.\n${shown.join('\n')}${warnings}`
}

function keyInWords({ id, scopes, expires }: Config['keys'][number]): string {
  return `${id} (${scopes.join(', ')}${expires === undefined ? '' : `; until ${expires}`})`
}
