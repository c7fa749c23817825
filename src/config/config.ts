import path from 'node:path'
import type { ApprovalSettings } from '../access/approvals/settings.ts'
import type { KeyEntry } from '../access/keys.ts'
import type { PolicyRule } from '../access/policy.ts'
import type { IssuerEntry } from '../access/tokens/issuer.ts'
import type { PackConfig } from '../catalog/packs.ts'
import type { Discovery } from '../catalog/visible.ts'
import { credentialsOf } from '../contract/principal.ts'
import type { JobSettings } from '../jobs/settings.ts'
import type { CircuitSettings } from '../lib/circuit/settings.ts'
import { isLocal, type RedisEndpoint } from '../lib/redis/endpoint.ts'
import type { RecordSettings } from '../record/settings.ts'
import { approvalSettings } from './approvals.ts'
import { circuitSettings } from './circuit-breaker.ts'
import { checkIssuers, checkKeys, checkPacks, checkPolicy, checkPolicyKeys, checkReach, checkSystems } from './cross-check.ts'
import { type ProcessEnvironment, readEnvironment } from './environment.ts'
import { type FileConfig, NO_FILE, type ReadFile, readConfigFile, readKeyList } from './file.ts'
import { jobSettings } from './jobs.ts'
import { ConfigError, type Problem } from './problems.ts'
import { recordSettings } from './record.ts'
import { serviceLinks } from './service-links.ts'
import { misspelledSettings, readOwnNames, readSettings, type Settings, unknownNames } from './settings.ts'
import { readAllowPrivate, readApprovalsNotify, readPublicUrl, readRedisUrl, readSecrets, readTrustProxy } from './values.ts'

/** Where metrics and traces go. */
export interface TelemetryConfig {
  /** Base URL of a collector; undefined: none. */
  otlpEndpoint: string | undefined
  /** Share of the traces that are sent, 0 to 1. */
  sampleRatio: number
  /** Address of a further server for /metrics; undefined: none. */
  metricsServer: { host: string; port: number } | undefined
}

export interface Config {
  port: number
  host: string
  role: Settings['TOOLGATE_ROLE']
  /** Whether actions that must not run twice are allowed on a Redis that could lose writes. */
  durability: Settings['TOOLGATE_DURABILITY']
  /** Settings of the job engine. */
  jobs: JobSettings
  /** When the circuit of an upstream opens, and for how long. */
  circuits: CircuitSettings
  /** How MCP lists tools. */
  discovery: Discovery
  /** Settings of approvals. */
  approvals: ApprovalSettings
  /** Where requested approvals are announced, with the secrets that sign that; undefined: nowhere. */
  approvalsNotify: { url: string; secrets: readonly string[] } | undefined
  /** Settings of the record of calls. */
  record: RecordSettings
  /** Of the PostgreSQL database for the rows of the record; undefined: they are in the data folder. */
  recordDatabaseUrl: string | undefined
  telemetry: TelemetryConfig
  /** A level of pino. */
  logLevel: string
  /** Absolute path. */
  dataDir: string
  /** Without a trailing slash. */
  publicUrl: string | undefined
  /** `host:port` in lower case. */
  allowPrivate: readonly string[]
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[]
  /** The secrets of TOOLGATE_SECRET, newest first. If empty, the secret of the data folder is used. */
  secrets: readonly string[]
  /** If undefined, a private Redis is started. */
  redis: RedisEndpoint | undefined
  keys: readonly KeyEntry[]
  /** Issuers whose tokens are accepted. */
  issuers: readonly IssuerEntry[]
  policy: readonly PolicyRule[]
  /** Named selections of operations, in addition to the default packs. */
  packs: PackConfig
  /** Unchecked settings of instances: each system checks its own. */
  systems: NonNullable<FileConfig['systems']>
  /** The settings of systems from the environment, with NAME_FILE resolved. */
  environment: Readonly<Record<string, string>>
  /** The problem with a NAME_FILE of a system, by NAME. */
  unread: Readonly<Record<string, string>>
  /** Problems that do not prevent startup. They are logged. */
  warnings: readonly Problem[]
  /** All files that were read. */
  files: readonly string[]
}

/** Names from the catalog that the configuration may use. */
export interface KnownNames {
  /** Names of the systems. If undefined, any name is accepted. */
  systems?: readonly string[]
  /** All scopes. If undefined, any scope is accepted. */
  scopes?: readonly string[]
  /** Returns the IDs of managed keys; undefined if this process cannot know them. Default: none. */
  managedKeys?: () => readonly string[] | undefined
  /** IDs of the operations. If undefined, any ID or pattern is accepted. */
  operations?: readonly string[]
  /** Systems on whose operations policy does not decide. Default: none. */
  undecided?: readonly string[]
  /** Possible members of a pack. If undefined, any member is accepted. */
  members?: readonly string[]
  /** Names of the systems' settings in the environment. */
  environment?: readonly string[]
  /** Checks of a configuration whose parts are valid. */
  problems?: (config: Config, env: ProcessEnvironment) => readonly Problem[]
}

/** Reads the configuration. Throws one ConfigError that lists every problem. */
export function loadConfig(env: ProcessEnvironment, known: KnownNames = {}): Config {
  const own = readOwnNames(env)
  const problems = [...unknownNames(env), ...own.problems]
  const settings = readSettings(own.values, problems)
  const parts = readParts(own.values, problems)
  const file = readFile(own.values['TOOLGATE_CONFIG'], problems)
  const { keys, issuers, policy, systems, packs, doubtful } = readAccess(own.values, file, known, problems)
  if (keys.length + issuers.length === 0)
    problems.push(...checkReach(own.values['HOST'] ?? '127.0.0.1', parts.publicUrl, own.values['TOOLGATE_ROLE']))
  if (settings === undefined || problems.length > 0) throw new ConfigError(problems)
  const others = readEnvironment(env, known.environment ?? [])
  const config: Config = {
    ...ownPart(settings),
    ...parts,
    keys,
    issuers,
    policy,
    packs,
    systems,
    jobs: jobSettings(file.config.jobs),
    circuits: circuitSettings(file.config.circuit_breaker),
    discovery: file.config.mcp?.discovery ?? 'auto',
    approvals: approvalSettings(file.config.approvals),
    record: recordSettings(file.config.record),
    recordDatabaseUrl: settings.RECORD_DATABASE_URL,
    environment: others.values,
    unread: others.unread,
    warnings: [
      ...serviceLinks(env),
      ...misspelledSettings(env, known.environment),
      ...others.problems,
      ...expired(keys),
      ...doubtful,
      ...unshared(settings, parts, keys)
    ],
    files: [...(file.path === undefined ? [] : [file.path]), ...own.files, ...others.files]
  }
  problems.push(...(known.problems?.(config, env) ?? []))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

interface ConfigFile extends ReadFile {
  path?: string
}

function readFile(named: string | undefined, problems: Problem[]): ConfigFile {
  if (named === undefined) return NO_FILE
  return { path: path.resolve(named), ...readConfigFile(path.resolve(named), problems) }
}

/** Merges keys, policy, systems and packs of the environment and the file. */
function readAccess(
  values: Readonly<Record<string, string>>,
  { config, place, placeOfRule }: ConfigFile,
  known: KnownNames,
  problems: Problem[]
) {
  const { keys = [], issuers = [], policy = [], systems = {}, packs = {} } = config
  const inEnvironment = values['TOOLGATE_KEYS'] === undefined ? [] : readKeyList(values['TOOLGATE_KEYS'], 'TOOLGATE_KEYS', problems)
  const all = [...inEnvironment, ...keys]
  const managed = known.managedKeys ? known.managedKeys() : []
  const unknownKeys = checkPolicyKeys(policy, placeOfRule, [...credentialsOf({ keys: all, issuers }), ...(managed ?? [])])
  problems.push(
    ...checkKeys(all, known),
    ...checkSystems(systems, place, known.systems),
    ...checkPacks(packs, place, known.members),
    ...(managed ? unknownKeys : []),
    ...checkPolicy(policy, placeOfRule, {
      systems: known.systems,
      operations: known.operations,
      undecided: known.undecided,
      instances: ['default', 'sandbox', 'sandbox-dc', ...Object.values(systems).flatMap(({ instances = {} }) => Object.keys(instances))]
    }),
    ...checkIssuers(issuers, place, known)
  )
  const doubtful = managed ? [] : unknownKeys.map(problem => ({ ...problem, message: `${problem.message}, unless it is a managed key` }))
  return { keys: all, issuers, policy, systems, packs, doubtful }
}

function readParts(
  values: Readonly<Record<string, string>>,
  problems: Problem[]
): Pick<Config, 'redis' | 'publicUrl' | 'allowPrivate' | 'approvalsNotify' | 'trustProxy' | 'secrets'> {
  const allowPrivate = readAllowPrivate(values['TOOLGATE_ALLOW_PRIVATE'] ?? '', problems)
  return {
    redis: readRedisUrl(values['REDIS_URL'], problems),
    publicUrl: readPublicUrl(values['TOOLGATE_PUBLIC_URL'], problems),
    allowPrivate,
    approvalsNotify: readApprovalsNotify(values, allowPrivate, problems),
    trustProxy: readTrustProxy(values['TOOLGATE_TRUST_PROXY'] ?? '', problems),
    secrets: readSecrets(values['TOOLGATE_SECRET'] ?? '', problems)
  }
}

function ownPart(settings: Settings): Pick<Config, 'port' | 'host' | 'role' | 'durability' | 'logLevel' | 'dataDir' | 'telemetry'> {
  return {
    port: settings.PORT,
    host: settings.HOST,
    role: settings.TOOLGATE_ROLE,
    durability: settings.TOOLGATE_DURABILITY,
    logLevel: settings.LOG_LEVEL.toLowerCase(),
    dataDir: path.resolve(settings.TOOLGATE_DATA),
    telemetry: {
      otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      sampleRatio: Number(settings.OTEL_TRACES_SAMPLER_ARG),
      metricsServer: metricsServer(settings.TOOLGATE_METRICS_PORT)
    }
  }
}

function metricsServer(text: string | undefined): TelemetryConfig['metricsServer'] {
  if (text === undefined) return undefined
  const colon = text.lastIndexOf(':')
  const host = text.slice(0, Math.max(0, colon)).replace(/^\[(.*)\]$/, '$1')
  return { host: host === '' ? '127.0.0.1' : host, port: Number(text.slice(colon + 1)) }
}

function expired(keys: readonly KeyEntry[]): Problem[] {
  return keys
    .filter(({ expires }) => expires !== undefined && Date.parse(expires) <= Date.now())
    .map(({ id, expires }) => ({ where: `key ${id}`, message: `expired on ${expires} and is refused` }))
}

/** Warns of settings that processes on several hosts need, because they do not share a data folder. */
function unshared(
  { TOOLGATE_ROLE: role }: Settings,
  { redis, secrets }: Pick<Config, 'redis' | 'secrets'>,
  keys: readonly KeyEntry[]
): Problem[] {
  if (role === 'all' || redis === undefined || isLocal(redis)) return []
  const process = `this process (TOOLGATE_ROLE ${role}) shares a Redis on another host`
  const problems: Problem[] = []
  if (secrets.length === 0)
    problems.push({
      where: 'TOOLGATE_SECRET',
      message: `is not set, and ${process}: processes with another data folder cannot run the calls and programs that it queues, and they sign webhooks with a different secret`,
      allowed: 'the same secret for every process; create one with: openssl rand -base64 32'
    })
  if (role === 'worker' && keys.length === 0)
    problems.push({
      where: 'TOOLGATE_KEYS',
      message: `is not set, and ${process}: it does not know the webhook secrets of keys, and runs calls with the scopes that their key had when they were queued`,
      allowed: 'the same keys as the gateway'
    })
  return problems
}
