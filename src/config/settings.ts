import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { check } from './check.ts'
import { type Environment, type ProcessEnvironment, readEnvironment } from './environment.ts'
import { nearestOf, type Problem } from './problems.ts'

/** The gateway's own names in the environment. Every text here is also documentation, and what a wrong value is answered with. */
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
        'redis://, rediss:// or unix:// URL of a Redis or Valkey that workers share; several, comma-separated, for a cluster. Without it a private one is started'
    })
  ),
  TOOLGATE_CONFIG: Type.Optional(Type.String({ description: 'the path of a YAML or JSON file with keys, policy and systems' })),
  TOOLGATE_KEYS: Type.Optional(
    Type.String({ 'x-secret': true, description: 'a YAML or JSON list of keys, as `npx toolgate keys new` prints them' })
  ),
  TOOLGATE_PUBLIC_URL: Type.Optional(
    Type.String({ description: 'the http:// or https:// URL that callers know the gateway by, for links; default: what it listens on' })
  ),
  TOOLGATE_ALLOW_PRIVATE: Type.String({
    default: '',
    description: 'private addresses that webhooks, and operations which read URLs, may reach: host:port, comma-separated; default: none'
  }),
  TOOLGATE_WEBHOOK_SECRET: Type.Optional(
    Type.String({
      'x-secret': true,
      description:
        'what webhooks of jobs are signed with: whsec_ and base64; several, with spaces between, while one takes the place of another'
    })
  ),
  TOOLGATE_ROLE: Type.Enum(['all', 'gateway', 'worker'], {
    type: 'string',
    default: 'all',
    description: 'what this process does: gateway (answers calls), worker (runs jobs), all (both); default all'
  }),
  TOOLGATE_DURABILITY: Type.Enum(['strict', 'relaxed'], {
    type: 'string',
    default: 'strict',
    description:
      'what becomes of bulk actions that must not be done twice where a crash of Redis could lose what was begun: strict (refused) or relaxed (run all the same); default strict'
  }),
  TOOLGATE_DATA: Type.String({
    default: '.data',
    description: 'the folder for data that outlives the process; default .data in the working folder'
  }),
  LOG_LEVEL: Type.Enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL', 'SILENT'], {
    type: 'string',
    default: 'INFO',
    description: 'the least important lines to log: TRACE, DEBUG, INFO, WARN, ERROR, FATAL or SILENT; default INFO'
  })
})
export type Settings = Static<typeof Settings>

const NAMES = Object.keys(Settings.properties)
const SECRETS = Object.entries(Settings.properties).flatMap(([name, schema]) => ('x-secret' in schema ? [name] : []))

const DEFAULTS = Object.fromEntries(
  Object.entries(Settings.properties).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : []))
)

/** The names as the environment sets them; secrets also by file. */
export function readOwnNames(env: ProcessEnvironment): Environment {
  const read = readEnvironment(env, SECRETS)
  for (const name of NAMES) if (env[name]) read.values[name] ??= env[name]
  return read
}

/** Types the values of the environment; adds what is wrong to the problems and then answers undefined. */
export function readSettings(values: Readonly<Record<string, string>>, problems: Problem[]): Settings | undefined {
  const given: Record<string, unknown> = { ...DEFAULTS, ...values }
  // Only plain digits are a port: '80.5' and '0x50' are not what somebody meant.
  if (/^\d+$/.test(values['PORT'] ?? '')) given['PORT'] = Number(values['PORT'])
  if (values['LOG_LEVEL'] !== undefined) given['LOG_LEVEL'] = values['LOG_LEVEL'].toUpperCase()
  problems.push(...check(Settings, given, pointer => pointer.slice(1)))
  return Check(Settings, given) ? given : undefined
}

/** Read by the commands that speak with a gateway, and by nothing that starts one. */
const OF_THE_CLIENT: readonly string[] = ['TOOLGATE_URL', 'TOOLGATE_KEY']

/** Names that begin as ours do and are none: a misspelt one would silently do nothing. */
export function unknownNames(env: ProcessEnvironment): Problem[] {
  const known = [...NAMES, ...SECRETS.map(name => `${name}_FILE`)].filter(name => name.startsWith('TOOLGATE_'))
  return Object.keys(env)
    .filter(name => name.startsWith('TOOLGATE_') && !known.includes(name) && !OF_THE_CLIENT.includes(name))
    .map(name => ({ where: name, message: 'is not a name that Toolgate knows', allowed: nearestOf(name, known) }))
}
