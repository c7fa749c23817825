import { Compile } from 'typebox/schema'
import { issuesOf } from './contract/issues.ts'
import { closed, type JsonSchema, plain } from './contract/schema.ts'
import type { AnyTool } from './contract/tool.ts'
import { LOCAL_CALLER } from './keys.ts'

/** Settings as the configuration holds them, before any system has looked at its own. */
export interface InstanceSource {
  /** The environment, with every NAME_FILE read. */
  environment: Readonly<Record<string, string | undefined>>
  /** What is wrong with a NAME_FILE, by name: it counts as set, so that no stand-in answers in place of a mistyped one. */
  unread?: Readonly<Record<string, string>>
  /** `systems` of the config file. */
  systems: Readonly<
    Record<
      string,
      { default_instance?: string | undefined; instances?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined }
    >
  >
  /** Settings of the stand-ins that run, by system, or by system and name (`confluence-dc`); undefined where none do. */
  sandbox: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  /** The keys of the gateway. */
  keys?: readonly { id: string }[]
  role?: string
}

export interface Instance {
  name: string
  settings: Record<string, unknown>
  /** Everything wrong with the settings; such an instance is disabled, alone. */
  problems: string[]
  /** Values that no answer and no log may hold. */
  secrets: string[]
  sandbox: boolean
  /** The system has no settings, hence one instance without a name. */
  unnamed: boolean
}

/** The environment makes `default`, the file makes those it names, and a stand-in serves where neither says anything. */
export function instancesOf(tool: AnyTool, source: InstanceSource): { instances: Map<string, Instance>; defaultName: string | undefined } {
  const schema = plain(tool.settings)
  if (Object.keys(schema.properties ?? {}).length === 0)
    return only({ name: '', settings: {}, problems: [], secrets: [], sandbox: false, unnamed: true })
  const file = source.systems[tool.name]
  const instances = new Map<string, Instance>()
  const fromEnvironment = environmentInstance(tool, schema, source)
  if (fromEnvironment) instances.set('default', fromEnvironment)
  for (const [name, settings] of Object.entries(file?.instances ?? {})) {
    const instance = checked(name, { ...settings }, schema, false)
    if (instances.has(name)) instance.problems.push('is set by the environment and by the config file: keep one of them')
    instances.set(name, instance)
  }
  for (const [key, standIn] of Object.entries(source.sandbox ?? {})) {
    const [system, ...further] = key.split('-')
    const name = ['sandbox', ...further].join('-')
    if (system === tool.name) instances.set(name, checked(name, { ...standIn }, schema, true))
  }
  if (instances.size === 0 && tool.self_sufficient) instances.set('default', checked('default', {}, schema, false))
  for (const { problems, settings } of instances.values())
    if (problems.length === 0) problems.push(...(tool.check?.(settings, callersIn(source)) ?? []))
  return { instances, defaultName: file?.default_instance ?? instances.keys().next().value }
}

/** Without keys a gateway is called by whoever is on its machine; a worker then does not know who calls. */
const callersIn = ({ keys, role }: InstanceSource): readonly string[] | undefined =>
  keys === undefined || (keys.length === 0 && role === 'worker') ? undefined : [LOCAL_CALLER.id, ...keys.map(({ id }) => id)]

const only = (instance: Instance) => ({ instances: new Map([[instance.name, instance]]), defaultName: instance.name })

/** Names in the environment that make the `default` instance of a system. */
export const environmentNames = (tool: AnyTool): string[] =>
  Object.entries(plain(tool.settings).properties ?? {}).map(([property, node]) => environmentName(tool, property, node))

/** Those without which there is no `default` instance. */
export const neededNames = (tool: AnyTool): string[] =>
  Object.entries(plain(tool.settings).properties ?? {})
    .filter(([property, node]) => plain(tool.settings).required?.includes(property) && node.default === undefined)
    .map(([property, node]) => environmentName(tool, property, node))

function environmentName(tool: AnyTool, property: string, node: JsonSchema | undefined): string {
  const named = node?.['x-env']
  return typeof named === 'string' ? named : `${tool.name}_${property}`.toUpperCase()
}

function environmentInstance(
  tool: AnyTool,
  schema: JsonSchema,
  { environment, unread = {}, systems }: InstanceSource
): Instance | undefined {
  const settings = environmentSettings(tool, schema, environment)
  const problems = environmentNames(tool).flatMap(name => unread[name] ?? [])
  const isPreset = tool.preset === true && Object.keys(systems[tool.name]?.instances ?? {}).length === 0
  if (Object.keys(settings).length + problems.length === 0 && !isPreset) return undefined
  const instance = checked('default', settings, schema, false, property => environmentName(tool, property, schema.properties?.[property]))
  return { ...instance, problems: [...problems, ...instance.problems] }
}

function environmentSettings(tool: AnyTool, schema: JsonSchema, environment: InstanceSource['environment']): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [property, node] of Object.entries(schema.properties ?? {})) {
    const text = environment[environmentName(tool, property, node)]
    if (text !== undefined && text !== '') settings[property] = converted(text, node)
  }
  return settings
}

function converted(text: string, node: JsonSchema): unknown {
  if (node.type === 'integer' || node.type === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (node.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return node.type === 'array' ? text.split(',').map(item => item.trim()) : text
}

/** `called` is how whoever reads the problems knows a setting. */
function checked(
  name: string,
  given: Record<string, unknown>,
  schema: JsonSchema,
  sandbox: boolean,
  called = (property: string): string => property
): Instance {
  const settings = { ...given }
  for (const [property, node] of Object.entries(schema.properties ?? {})) {
    if (settings[property] === undefined && node.default !== undefined) settings[property] = node.default
  }
  const whole = closed(schema)
  const problems = issuesOf({ schema: whole, validator: Compile(whole), noun: 'setting of this system' }, settings)
  const told = problems.map(({ path, message, expected }) =>
    [path.replace(/^\w+/, called), message, expected && `(${expected})`].filter(Boolean).join(' ')
  )
  const secrets = Object.entries(schema.properties ?? {}).flatMap(([property, node]) =>
    node['x-secret'] === true ? String(settings[property] ?? '') : []
  )
  return { name, settings, problems: told, secrets: secrets.filter(Boolean), sandbox, unnamed: false }
}
