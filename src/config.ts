import path from 'node:path'
import type { BulkSettings } from './bulk/settings.ts'
import { checkKeys, checkPacks, checkPolicy, checkReach, checkSystems } from './config/cross-check.ts'
import { type ProcessEnvironment, readEnvironment } from './config/environment.ts'
import { type FileConfig, NO_FILE, type ReadFile, readConfigFile, readKeyList } from './config/file.ts'
import { bulkSettings } from './config/jobs.ts'
import type { PolicyRule } from './config/policy.ts'
import { ConfigError, type Problem } from './config/problems.ts'
import { readOwnNames, readSettings, type Settings, unknownNames } from './config/settings.ts'
import { readAllowPrivate, readPublicUrl, readRedisUrl, readWebhookSecrets } from './config/values.ts'
import type { Discovery } from './contract/mcp-tool.ts'
import type { PackConfig } from './contract/packs.ts'
import type { KeyEntry } from './keys.ts'
import type { RedisEndpoint } from './lib/redis/endpoint.ts'

export interface Config {
  port: number
  host: string
  role: Settings['TOOLGATE_ROLE']
  /** What becomes of actions that must not be done twice where Redis could lose what was begun. */
  durability: Settings['TOOLGATE_DURABILITY']
  /** How jobs are run. */
  jobs: BulkSettings
  /** How MCP lists tools. */
  discovery: Discovery
  /** As pino spells it. */
  logLevel: string
  /** Absolute. */
  dataDir: string
  /** Without a slash at its end. */
  publicUrl: string | undefined
  /** `host:port`, lower-case. */
  allowPrivate: readonly string[]
  /** `whsec_…` each; none where webhooks are off. */
  webhookSecrets: readonly string[]
  /** Undefined: a private Redis is started. */
  redis: RedisEndpoint | undefined
  keys: readonly KeyEntry[]
  policy: readonly PolicyRule[]
  /** Choices of operations by name, beside the default ones. */
  packs: PackConfig
  /** Settings of instances, not checked yet: each system checks its own. */
  systems: NonNullable<FileConfig['systems']>
  /** The names of the systems' settings that are set, each read from its NAME_FILE where that is how it is given. */
  environment: Readonly<Record<string, string>>
  /** What is wrong with a NAME_FILE of theirs, in words, by NAME. */
  unread: Readonly<Record<string, string>>
  /** Does not stop the start, and should be said. */
  warnings: readonly Problem[]
  /** Every file that was read. */
  files: readonly string[]
}

/** What the catalog knows and the configuration may name. */
export interface KnownNames {
  /** Names of the systems; without them, names of systems are taken as they are. */
  systems?: readonly string[]
  /** Every scope a key may have; without them, scopes are taken as they are. */
  scopes?: readonly string[]
  /** What a pack may hold; without them, packs are taken as they are. */
  members?: readonly string[]
  /** Names of the systems' settings in the environment. */
  environment?: readonly string[]
}

/** Reads the whole configuration. Throws one ConfigError that lists every problem. */
export function loadConfig(env: ProcessEnvironment, known: KnownNames = {}): Config {
  const own = readOwnNames(env)
  const problems = [...unknownNames(env), ...own.problems]
  const settings = readSettings(own.values, problems)
  const parts = readParts(own.values, problems)
  const file = readFile(own.values['TOOLGATE_CONFIG'], problems)
  const { keys, policy, systems, packs } = readAccess(own.values, file, known, problems)
  if (settings === undefined || problems.length > 0) throw new ConfigError(problems)
  const others = readEnvironment(env, known.environment ?? [])
  return {
    ...ownPart(settings),
    ...parts,
    keys,
    policy,
    packs,
    systems,
    jobs: bulkSettings(file.config.jobs),
    discovery: file.config.mcp?.discovery ?? 'all',
    environment: others.values,
    unread: others.unread,
    warnings: [...others.problems, ...expired(keys)],
    files: [...(file.path === undefined ? [] : [file.path]), ...own.files, ...others.files]
  }
}

interface ConfigFile extends ReadFile {
  path?: string
}

function readFile(named: string | undefined, problems: Problem[]): ConfigFile {
  if (named === undefined) return NO_FILE
  return { path: path.resolve(named), ...readConfigFile(path.resolve(named), problems) }
}

/** Who may come in and what for: what the environment and the file say together. */
function readAccess(
  values: Readonly<Record<string, string>>,
  { config, place, placeOfRule }: ConfigFile,
  known: KnownNames,
  problems: Problem[]
) {
  const { keys = [], policy = [], systems = {}, packs = {} } = config
  const inEnvironment = values['TOOLGATE_KEYS'] === undefined ? [] : readKeyList(values['TOOLGATE_KEYS'], 'TOOLGATE_KEYS', problems)
  const all = [...inEnvironment, ...keys]
  problems.push(
    ...checkKeys(all, known),
    ...checkSystems(systems, place, known.systems),
    ...checkPacks(packs, place, known.members),
    ...checkPolicy(policy, placeOfRule, all, known.systems)
  )
  if (all.length === 0) problems.push(...checkReach(values['HOST'] ?? '127.0.0.1', values['TOOLGATE_ROLE']))
  return { keys: all, policy, systems, packs }
}

function readParts(
  values: Readonly<Record<string, string>>,
  problems: Problem[]
): Pick<Config, 'redis' | 'publicUrl' | 'allowPrivate' | 'webhookSecrets'> {
  return {
    redis: readRedisUrl(values['REDIS_URL'], problems),
    publicUrl: readPublicUrl(values['TOOLGATE_PUBLIC_URL'], problems),
    allowPrivate: readAllowPrivate(values['TOOLGATE_ALLOW_PRIVATE'] ?? '', problems),
    webhookSecrets: readWebhookSecrets(values['TOOLGATE_WEBHOOK_SECRET'] ?? '', problems)
  }
}

function ownPart(settings: Settings): Pick<Config, 'port' | 'host' | 'role' | 'durability' | 'logLevel' | 'dataDir'> {
  return {
    port: settings.PORT,
    host: settings.HOST,
    role: settings.TOOLGATE_ROLE,
    durability: settings.TOOLGATE_DURABILITY,
    logLevel: settings.LOG_LEVEL.toLowerCase(),
    dataDir: path.resolve(settings.TOOLGATE_DATA)
  }
}

function expired(keys: readonly KeyEntry[]): Problem[] {
  return keys
    .filter(({ expires }) => expires !== undefined && Date.parse(expires) <= Date.now())
    .map(({ id, expires }) => ({ where: `key ${id}`, message: `has expired on ${expires} and is refused` }))
}
