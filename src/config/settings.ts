import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { check } from './check.ts'
import { type Environment, type ProcessEnvironment, readEnvironment } from './environment.ts'
import { misspelledNames, ownNameMeantBy } from './misspelled.ts'
import { listAround, type Problem } from './problems.ts'
import { isServiceLink } from './service-links.ts'

/** The environment variables of the gateway. Each description is also its documentation and part of the message for a wrong value. */
export const Settings = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 8080,
    description: 'the TCP port to listen on, 0 to 65535 (0: any free one); default 8080'
  }),
  HOST: Type.String({
    pattern: '^[^\\s/]+$',
    default: '127.0.0.1',
    description: 'the address to listen on, such as 127.0.0.1 (this machine only) or 0.0.0.0 (needs keys); default 127.0.0.1'
  }),
  REDIS_URL: Type.Optional(
    Type.String({
      'x-secret': true,
      description:
        'redis://, rediss:// or unix:// URL of a Redis or Valkey that all processes share; several, comma-separated, for a cluster; default: a private Redis is started'
    })
  ),
  TOOLGATE_CONFIG: Type.Optional(Type.String({ description: 'the path of a YAML or JSON file with keys, policy and systems' })),
  TOOLGATE_KEYS: Type.Optional(
    Type.String({ 'x-secret': true, description: 'a YAML or JSON list of keys, as `npx toolgate keys new` prints them' })
  ),
  TOOLGATE_PUBLIC_URL: Type.Optional(
    Type.String({ description: 'the public http:// or https:// URL of the gateway, used in links; default: the address it listens on' })
  ),
  TOOLGATE_ALLOW_PRIVATE: Type.String({
    default: '',
    description:
      'private addresses that webhooks, operations that read URLs, and redirects of systems may reach: host:port, comma-separated; default: none'
  }),
  TOOLGATE_TRUST_PROXY: Type.String({
    default: '',
    description:
      'addresses and networks of the proxies whose X-Forwarded-For states the address of the client, for the log: comma-separated, such as 10.0.0.0/8; default: none, so the address is that of the connection'
  }),
  TOOLGATE_SECRET: Type.Optional(
    Type.String({
      'x-secret': true,
      description:
        'encrypts stored arguments of jobs and signs webhooks: a random string of at least 32 characters, the same for all processes on one Redis; two separated by a space during a rotation, the new one first; default: a random one, in secret.key under TOOLGATE_DATA'
    })
  ),
  TOOLGATE_ROLE: Type.Enum(['all', 'gateway', 'worker'], {
    type: 'string',
    default: 'all',
    description: 'the role of this process: gateway (serves calls), worker (runs jobs) or all (both); default all'
  }),
  TOOLGATE_DURABILITY: Type.Enum(['strict', 'relaxed'], {
    type: 'string',
    default: 'strict',
    description:
      'bulk actions that must not run twice, on a Redis that could lose writes in a crash: strict (refused) or relaxed (allowed); default strict'
  }),
  TOOLGATE_DATA: Type.String({
    default: '.data',
    description: 'the data folder; default .data in the working directory'
  }),
  APPROVALS_NOTIFY_URL: Type.Optional(
    Type.String({
      'x-secret': true,
      description:
        'the https:// URL that gets a signed webhook, with a link, whenever a call requests an approval; addresses on a private network must be listed in TOOLGATE_ALLOW_PRIVATE; default: none'
    })
  ),
  APPROVALS_NOTIFY_SECRET: Type.Optional(
    Type.String({
      'x-secret': true,
      description:
        'signs the webhooks to APPROVALS_NOTIFY_URL: whsec_ and the base64 of 24 to 64 random bytes; two separated by a space during a rotation'
    })
  ),
  RECORD_DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      'x-secret': true,
      description:
        'a PostgreSQL database (version 12 or later) for the rows of the record of calls: postgres://user:password@host:5432/database; default: a file in the data folder'
    })
  ),
  TOOLGATE_METRICS_PORT: Type.Optional(
    Type.String({
      pattern: '^([^\\s/]+:)?[0-9]{1,5}$',
      description:
        'a further port that serves /metrics without a key: PORT on this machine only, or HOST:PORT such as 0.0.0.0:9464; default: only GET /metrics of the gateway, for keys with the scope metrics:read'
    })
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description:
        'the base URL of an OpenTelemetry collector that gets traces and metrics (OTLP, protobuf over HTTP), such as http://127.0.0.1:4318; the other variables of OpenTelemetry apply, too, such as OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES; default: nothing is sent'
    })
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    pattern: '^(0|1|0?\\.[0-9]+|1\\.0+)$',
    default: '1',
    description: 'the share of traces that are sent, 0 to 1; a trace that a caller began is sent if the caller sends it; default 1'
  }),
  LOG_LEVEL: Type.Enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL', 'SILENT'], {
    type: 'string',
    default: 'INFO',
    description: 'minimum level of log lines: TRACE, DEBUG, INFO, WARN, ERROR, FATAL or SILENT; default INFO'
  })
})
export type Settings = Static<typeof Settings>

const NAMES = Object.keys(Settings.properties)
const SECRETS = Object.entries(Settings.properties).flatMap(([name, schema]) => ('x-secret' in schema ? [name] : []))

const DEFAULTS = Object.fromEntries(
  Object.entries(Settings.properties).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : []))
)

/** Reads the variables from the environment. Secrets may come from files. */
export function readOwnNames(env: ProcessEnvironment): Environment {
  const read = readEnvironment(env, SECRETS)
  for (const name of NAMES) if (env[name] && !isServiceLink(name, env[name])) read.values[name] ??= env[name]
  return read
}

/** Converts the values to their types. On problems, adds them to `problems` and returns undefined. */
export function readSettings(values: Readonly<Record<string, string>>, problems: Problem[]): Settings | undefined {
  const merged: Record<string, unknown> = { ...DEFAULTS, ...values }
  // Only digits are accepted as a port, not '80.5' or '0x50'.
  if (/^\d+$/.test(values['PORT'] ?? '')) merged['PORT'] = Number(values['PORT'])
  if (values['LOG_LEVEL'] !== undefined) merged['LOG_LEVEL'] = values['LOG_LEVEL'].toUpperCase()
  problems.push(...check(Settings, merged, pointer => pointer.slice(1)))
  return Check(Settings, merged) ? merged : undefined
}

/** Variables of the commands that call a running gateway, with their descriptions. The gateway itself does not read them. */
export const CLIENT_SETTINGS: Readonly<Record<string, string>> = {
  TOOLGATE_URL: 'URL of the running gateway; default http://127.0.0.1:8080',
  TOOLGATE_KEY: 'key to call it with'
}

/** Returns problems for names with the prefix TOOLGATE_ that are not settings, because a misspelled one would have no effect. */
export function unknownNames(env: ProcessEnvironment): Problem[] {
  const settings = [...NAMES, ...SECRETS.map(name => `${name}_FILE`)]
  const known = settings.filter(name => name.startsWith('TOOLGATE_'))
  return Object.keys(env)
    .filter(name => name.startsWith('TOOLGATE_') && !known.includes(name) && !(name in CLIENT_SETTINGS) && !isServiceLink(name, env[name]))
    .map(name => {
      const meant = ownNameMeantBy(name, settings)
      const hint = meant === undefined ? '' : `. Did you mean ${meant}?`
      return { where: name, message: `is not a setting of Toolgate${hint}`, allowed: listAround(meant, known) }
    })
}

/** Returns a warning for each variable that is similar to a setting of the gateway or, if `systems` lists them, of a system. */
export const misspelledSettings = (env: ProcessEnvironment, systems: readonly string[] = []): Problem[] =>
  misspelledNames(env, [...NAMES, ...systems])
