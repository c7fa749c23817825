import { statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import pino from 'pino'
import type { Catalog } from '../catalog/catalog.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { knownNames } from '../config/known.ts'
import { ConfigError, inWords } from '../config/problems.ts'
import type { AnyTool } from '../contract/tool.ts'
import { readHostId } from '../jobs/scheduling/hosts.ts'
import { CIRCUIT_DEFAULTS } from '../lib/circuit/settings.ts'
import { readInfo } from '../lib/redis/check.ts'
import { describeRedis } from '../lib/redis/endpoint.ts'
import { openSecrets } from '../lib/secrets.ts'
import type { InstanceState } from '../pipeline/ports.ts'
import { locateRecord } from '../record/location.ts'
import { checkDataFolder } from '../server/data-folder.ts'
import { type JobStore, openJobStore } from '../server/redis.ts'
import { versionOf } from '../server/version.ts'
import { createConnections } from '../systems/connections.ts'
import { environmentNames, type Instance, type InstanceSource, instancesOf, namedSettings, neededNames } from '../systems/instances.ts'
import { loadCatalog } from '../systems/load-catalog.ts'
import type { Outcome } from './outcome.ts'

/** What one check found, and what to do about it. */
interface Finding {
  check: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  advice?: string
}

const SILENT = pino({ level: 'silent' })

/** Maximum time in ms for a Redis to respond, and for the Date header of a system. */
const MAX_WAIT_MS = 5_000

const MIN_FREE_BYTES = 1024 ** 3
const SOON_MS = 14 * 24 * 3600 * 1000
/** Tokens that are signed with the time, and expiry dates, allow about this much. */
const MAX_CLOCK_ERROR_MS = 5_000

/** `toolgate doctor`: checks everything that a gateway with this configuration needs, and prints what to do. Shows no secret. */
export async function doctor(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { values } = parseArgs({ args: words, options: { json: { type: 'boolean' } } })
  const findings = await diagnose(env)
  const code = findings.some(({ status }) => status === 'problem') ? 1 : 0
  return { code, out: values.json ? JSON.stringify(findings, null, 2) : report(findings) }
}

function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat('problem'.length + width + 4)
  const lines = findings.map(({ check, status, message, advice }) =>
    [
      `${status.padEnd('problem'.length)}  ${check.padEnd(width)}  ${message}`,
      ...(advice === undefined ? [] : [`${indent}${advice}`])
    ].join('\n')
  )
  return `${lines.join('\n')}\n\n${counted(findings, 'problem')}, ${counted(findings, 'warning')}.`
}

function counted(findings: readonly Finding[], status: Finding['status']): string {
  const count = findings.filter(finding => finding.status === status).length
  return `${count} ${status}${count === 1 ? '' : 's'}`
}

async function diagnose(env: ProcessEnvironment): Promise<Finding[]> {
  const versions: Finding = { check: 'versions', status: 'ok', message: `Toolgate ${versionOf()}, Node ${process.versions.node}` }
  const catalog = await loadCatalog()
  const { config, findings } = checkConfiguration(catalog, env)
  if (!config) return [versions, ...findings]
  const folder = checkFolder(config)
  const [port, record, redis] = await Promise.all([
    checkPort(config),
    folder.status === 'problem' ? [] : checkRecord(config),
    folder.status === 'problem' && !config.redis ? [] : withRedis(catalog, config)
  ])
  return [versions, ...findings, ...checkKeys(config), folder, port, ...record, ...redis]
}

function checkConfiguration(catalog: Catalog, env: ProcessEnvironment): { config?: Config; findings: Finding[] } {
  const check = 'configuration'
  try {
    const config = loadConfig(env, { ...knownNames(catalog), managedKeys: () => undefined })
    const warnings = config.warnings.map((problem): Finding => ({ check, status: 'warning', message: sentence(inWords(problem)) }))
    const valid: Finding = {
      check,
      status: 'ok',
      message: config.files.length === 0 ? 'valid, from the environment' : `valid, with ${config.files.join(', ')}`
    }
    return { config, findings: [valid, ...warnings] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct it, and run toolgate doctor again: the other checks need it.'
    const findings = error.problems.map((problem): Finding => ({ check, status: 'problem', message: sentence(inWords(problem)) }))
    return { findings: findings.map((finding, at) => (at === findings.length - 1 ? { ...finding, advice } : finding)) }
  }
}

const sentence = (item: string): string => item.replace(/^- /, '')

/** Keys that expire soon. The check of the configuration reports those that have expired. */
function checkKeys({ keys }: Config, now = Date.now()): Finding[] {
  const check = 'keys'
  if (keys.length === 0) return [{ check, status: 'ok', message: 'none: every caller on this machine may do everything' }]
  const ending = keys.filter(({ expires }) => expires !== undefined && Date.parse(expires) > now && Date.parse(expires) - now < SOON_MS)
  const advice = 'Create another with toolgate keys new, and remove this one once its user has switched to it.'
  const findings = ending.map(
    ({ id, expires }): Finding => ({ check, status: 'warning', message: `${id} expires soon (${expires})`, advice })
  )
  return findings.length > 0 ? findings : [{ check, status: 'ok', message: keys.map(({ id }) => id).join(', ') }]
}

function checkFolder({ dataDir }: Config): Finding {
  const check = 'data folder'
  try {
    checkDataFolder(dataDir)
  } catch (error) {
    return { check, status: 'problem', message: messageOf(error) }
  }
  const { bavail, bsize } = statfsSync(dataDir)
  const free = `${dataDir}, ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free`
  if (bavail * bsize >= MIN_FREE_BYTES) return { check, status: 'ok', message: free }
  return {
    check,
    status: 'warning',
    message: free,
    advice: 'Free some space: jobs, memory and downloads are stored there, and calls fail once the disk is full.'
  }
}

/** The database of the record, if it is not in the data folder. */
async function checkRecord({ record, recordDatabaseUrl: databaseUrl, dataDir: dataDirectory }: Config): Promise<Finding[]> {
  const check = 'record'
  if (!record.enabled || databaseUrl === undefined) return []
  const { database } = locateRecord({ dataDirectory, hostId: await readHostId(dataDirectory), databaseUrl })
  if ('file' in database) return []
  try {
    const { checkPostgres } = await import('../record/store/postgres.ts')
    return [{ check, status: 'ok', message: `PostgreSQL ${await checkPostgres(database)}, schema ${database.schema}` }]
  } catch (error) {
    const advice = 'Check RECORD_DATABASE_URL. Until it works, calls wait in Redis; from 256 MB on, writes are refused.'
    return [{ check, status: 'problem', message: messageOf(error), advice }]
  }
}

/** Whether the port is free, or a gateway already serves it. */
async function checkPort({ host, port }: Config): Promise<Finding> {
  const check = 'port'
  const failure = await bindFailure(host, port)
  const place = `${host}:${port}`
  if (failure === undefined) return { check, status: 'ok', message: `${place} is free` }
  if (failure === 'EADDRINUSE') return await checkGateway(place, host, port)
  const advice = failure === 'EACCES' ? 'Set PORT to 1024 or higher.' : 'Set HOST to an address of this machine.'
  return { check, status: 'problem', message: `${place} cannot be used (${failure})`, advice }
}

async function bindFailure(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  server
    .once('error', error => resolve('code' in error ? String(error.code) : error.message))
    .listen({ host, port, exclusive: true }, () => resolve(undefined))
  const failure = await promise
  server.close()
  return failure
}

async function checkGateway(place: string, host: string, port: number): Promise<Finding> {
  const check = 'port'
  const local = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const response = await fetch(`http://${local}:${port}/readyz`, { signal: AbortSignal.timeout(MAX_WAIT_MS) }).catch(() => undefined)
  const body: unknown = await response?.json().catch(() => undefined)
  const checks = typeof body === 'object' && body !== null && 'checks' in body && Array.isArray(body.checks) ? body.checks : undefined
  if (!checks)
    return { check, status: 'problem', message: `${place} is used by another program`, advice: 'Stop it, or set PORT to another port.' }
  const notes = checks.flatMap(({ name, problem, note }) => ((problem ?? note) ? [`${name}: ${problem ?? note}`] : []))
  if (notes.length === 0) return { check, status: 'ok', message: `a gateway serves ${place}, and is ready` }
  const status = response?.ok ? 'warning' : 'problem'
  return { check, status, message: `a gateway serves ${place}. Its /readyz reports: ${notes.join('; ')}` }
}

/** The checks that need Redis: its settings, the clock, and the connection of each instance. */
async function withRedis(catalog: Catalog, config: Config): Promise<Finding[]> {
  const check = 'Redis'
  let store: JobStore
  try {
    store = await openJobStore(config, SILENT, MAX_WAIT_MS)
  } catch (error) {
    return [{ check, status: 'problem', message: messageOf(error), advice: 'The connections of the systems are checked once Redis works.' }]
  }
  try {
    const [redis, clock, instances] = await Promise.all([
      checkStore(config, store),
      checkClock(catalog, config, store),
      checkInstances(catalog, config, store)
    ])
    return [...redis, clock, ...instances]
  } finally {
    await store.close()
  }
}

async function checkStore({ redis }: Config, { client, possibleLoss }: JobStore): Promise<Finding[]> {
  const check = 'Redis'
  const { redis_version: version = 'of unknown version', used_memory: used, maxmemory: max } = await readInfo(client)
  const name = `${version}, ${redis ? describeRedis(redis) : 'a private one in the data folder'}`
  const loss = await possibleLoss()
  const findings: Finding[] = [
    loss === undefined ? { check, status: 'ok', message: name } : { check, status: 'warning', message: `${name}: ${loss}` }
  ]
  if (Number(max) > 0 && Number(used) > Number(max) * 0.8) {
    const message = `${Math.round((Number(used) / Number(max)) * 100)}% of maxmemory is used`
    findings.push({ check, status: 'warning', message, advice: 'Raise maxmemory: once it is reached, no job can be created.' })
  }
  return findings
}

/** Compares the clock of this machine with those of Redis and of the configured systems. */
async function checkClock(catalog: Catalog, config: Config, { client }: JobStore): Promise<Finding> {
  const check = 'clock'
  const [seconds, microseconds] = await client.time()
  const redis = { from: 'Redis', error: Date.now() - Number(seconds) * 1000 - Number(microseconds) / 1000 }
  const systems = await Promise.all(instancesIn(catalog, config).map(({ name, instance }) => clockError(name, instance)))
  const worst = [redis, ...systems.filter(found => found !== undefined)].toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error))[0]
  if (!worst || Math.abs(worst.error) <= MAX_CLOCK_ERROR_MS) return { check, status: 'ok', message: new Date().toISOString() }
  const difference = `${Math.round(Math.abs(worst.error) / 1000)} s ${worst.error > 0 ? 'ahead of' : 'behind'} that of ${worst.from}`
  return {
    check,
    status: 'warning',
    message: `the clock of this machine is ${difference}`,
    advice: 'Synchronize it with NTP: logins and expiry dates depend on it.'
  }
}

/** A Date header has whole seconds: on average, it is this much older than its response. */
const HALF_SECOND_MS = 500

/** Milliseconds that this machine is ahead of a system, by the Date header of a request without credentials; undefined if there is none. */
async function clockError(from: string, { settings }: Instance): Promise<{ from: string; error: number } | undefined> {
  const { url } = settings
  if (typeof url !== 'string') return undefined
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(MAX_WAIT_MS) }).catch(() => undefined)
  const date = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : { from, error: Date.now() - date - HALF_SECOND_MS }
}

async function checkInstances(catalog: Catalog, config: Config, { client }: JobStore): Promise<Finding[]> {
  const secrets = await openSecrets(config.dataDir, config.secrets, SILENT)
  const { allowPrivate, dataDir: dataDirectory } = config
  const source = () => withoutRetries(catalog, config)
  const circuits = { ...CIRCUIT_DEFAULTS, failure_percent: 0 } // so that each check reaches its instance
  const connections = createConnections({ source, log: SILENT, dataDirectory, allowPrivate, redis: client, secrets, circuits })
  const found = await Promise.all(
    catalog.tools
      .filter(connections.configured)
      .map(async tool => (await connections.states(tool)).map(state => instanceFinding(tool, state)))
  )
  return found.flat()
}

/** The settings with no further attempts, so that the first failure of a connection is reported, not that it took too long. */
function withoutRetries({ tools }: Catalog, config: Config): InstanceSource {
  const environment: Record<string, string> = { ...config.environment }
  const systems: Record<string, InstanceSource['systems'][string]> = { ...config.systems }
  for (const tool of tools) {
    const retries = namedSettings(tool).find(({ property }) => property === 'max_retries')
    if (!retries) continue
    if (environmentNames(tool).some(name => config.environment[name] !== undefined)) environment[retries.name] = '0'
    const { instances = {}, ...others } = config.systems[tool.name] ?? {}
    const named = Object.entries(instances).map(([name, settings]) => [name, { ...settings, max_retries: 0 }])
    if (named.length > 0) systems[tool.name] = { ...others, instances: Object.fromEntries(named) }
  }
  return { ...config, environment, systems, sandbox: undefined }
}

function instanceFinding(tool: AnyTool, { name, available, reason }: InstanceState): Finding {
  const check = name === null ? tool.name : `${tool.name} ${name}`
  if (available) return { check, status: 'ok', message: 'available' }
  const where =
    name === null || name === 'default' ? neededNames(tool).join(', ') : `systems.${tool.name}.instances.${name} in the config file`
  return { check, status: 'problem', message: reason ?? 'not available', ...(where !== '' && { advice: `Check ${where}.` }) }
}

const instancesIn = (catalog: Catalog, config: Config): { name: string; instance: Instance }[] =>
  catalog.tools.flatMap(tool =>
    [...instancesOf(tool, { ...config, sandbox: undefined }).instances.values()].map(instance => ({
      name: `${tool.name} ${instance.name}`,
      instance
    }))
  )

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
