import { Compile } from 'typebox/schema'
import { LOCAL_CALLER } from '../access/keys.ts'
import { closedSchema, type JsonSchema, toJsonSchema } from '../catalog/json-schema.ts'
import { credentialsOf } from '../contract/principal.ts'
import type { AnyTool } from '../contract/tool.ts'
import { issuesOf } from '../pipeline/input/issues.ts'

/** The settings of all instances, before each system checks its own. */
export interface InstanceSource {
  /** The environment, with NAME_FILE resolved. */
  environment: Readonly<Record<string, string | undefined>>
  /** Problems with a NAME_FILE, by name. It counts as set, so that the sandbox never replaces a mistyped one. */
  unread?: Readonly<Record<string, string>>
  /** `systems` of the config file. */
  systems: Readonly<
    Record<
      string,
      { default_instance?: string | undefined; instances?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined }
    >
  >
  /** Settings of the running sandbox servers, by system or by system and name (`confluence-dc`); undefined without a sandbox. */
  sandbox: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  /** The keys of the configuration. */
  keys?: readonly { id: string }[]
  /** The issuers of the configuration. */
  issuers?: readonly { issuer: string }[]
  /** IDs of further keys. */
  managedKeys?: readonly string[]
  role?: string
}

export interface Instance {
  name: string
  settings: Record<string, unknown>
  /** All problems with the settings. An instance with problems is disabled. */
  problems: string[]
  /** Secret values, which no response and no log may contain. */
  secrets: string[]
  sandbox: boolean
  /** Whether the system has no settings, and so one instance without a name. */
  unnamed: boolean
}

/** Returns the instances of a system: `default` from the environment, those that the file names, and the sandbox if neither has any. */
export function instancesOf(tool: AnyTool, source: InstanceSource): { instances: Map<string, Instance>; defaultName: string | undefined } {
  const schema = toJsonSchema(tool.settings)
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
  for (const [key, sandboxSettings] of Object.entries(source.sandbox ?? {})) {
    const [system, ...further] = key.split('-')
    const name = ['sandbox', ...further].join('-')
    if (system === tool.name) instances.set(name, checked(name, { ...sandboxSettings }, schema, true))
  }
  if (instances.size === 0 && tool.self_sufficient) instances.set('default', checked('default', {}, schema, false))
  for (const { problems, settings } of instances.values())
    if (problems.length === 0) problems.push(...(tool.check?.(settings, callersIn(source)) ?? []))
  return { instances, defaultName: file?.default_instance ?? instances.keys().next().value }
}

/** Without keys, the caller is the local user. A worker does not know its callers. */
const callersIn = ({ keys, issuers, managedKeys = [], role }: InstanceSource): readonly string[] | undefined =>
  keys === undefined || (keys.length === 0 && role === 'worker')
    ? undefined
    : [LOCAL_CALLER.id, ...credentialsOf({ keys, issuers }), ...managedKeys]

const only = (instance: Instance) => ({ instances: new Map([[instance.name, instance]]), defaultName: instance.name })

export interface NamedSetting {
  /** Name in the environment. */
  name: string
  /** Name in the config file. */
  property: string
  node: JsonSchema
  /** Whether the `default` instance needs it. */
  required: boolean
}

/** Returns the settings of a system, with their names in the environment. */
export function namedSettings(tool: AnyTool): NamedSetting[] {
  const { properties = {}, required = [] } = toJsonSchema(tool.settings)
  return Object.entries(properties).map(([property, node]) => ({
    name: environmentName(tool, property, node),
    property,
    node,
    required: required.includes(property) && node.default === undefined
  }))
}

/** Returns the names in the environment that define the `default` instance of a system. */
export const environmentNames = (tool: AnyTool): string[] => namedSettings(tool).map(({ name }) => name)

/** Returns the names that the `default` instance needs. */
export const neededNames = (tool: AnyTool): string[] => namedSettings(tool).flatMap(({ name, required }) => (required ? name : []))

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

/** `called` returns the name of a setting for messages. */
function checked(
  name: string,
  values: Record<string, unknown>,
  schema: JsonSchema,
  sandbox: boolean,
  called = (property: string): string => property
): Instance {
  const settings = { ...values }
  for (const [property, node] of Object.entries(schema.properties ?? {})) {
    if (settings[property] === undefined && node.default !== undefined) settings[property] = node.default
  }
  const whole = closedSchema(schema)
  const problems = issuesOf({ schema: whole, validator: Compile(whole), noun: 'setting of this system' }, settings)
  const texts = problems.map(({ path, message, expected }) =>
    [path.replace(/^\w+/, called), message, expected && `(${expected})`].filter(Boolean).join(' ')
  )
  const secrets = Object.entries(schema.properties ?? {}).flatMap(([property, node]) =>
    node['x-secret'] === true ? String(settings[property] ?? '') : []
  )
  return { name, settings, problems: texts, secrets: secrets.filter(Boolean), sandbox, unnamed: false }
}
