import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { type Document, isMap, LineCounter, parseDocument } from 'yaml'
import { KeyEntry } from '../access/keys.ts'
import { PolicyRule } from '../access/policy.ts'
import { IssuerEntry } from '../access/tokens/issuer.ts'
import { DISCOVERIES } from '../catalog/visible.ts'
import { ApprovalsConfig } from './approvals.ts'
import { check, unescaped } from './check.ts'
import { CircuitBreakerConfig } from './circuit-breaker.ts'
import { JobsConfig } from './jobs.ts'
import type { Problem } from './problems.ts'
import { readFile } from './read-file.ts'
import { RecordConfig } from './record.ts'

const NAME = '^[a-z0-9][a-z0-9_-]{0,62}$'

const SystemConfig = Type.Object(
  {
    default_instance: Type.Optional(
      Type.String({
        pattern: NAME,
        description: 'the instance of calls that name none; default: the instance from the environment, otherwise the first one'
      })
    ),
    instances: Type.Optional(
      Type.Record(
        Type.String({ pattern: NAME }),
        Type.Record(Type.String(), Type.Unknown(), { description: 'the settings of the instance, as key: value' }),
        {
          additionalProperties: false,
          description: 'settings by instance name; a name has lowercase letters, digits, - and _, at most 63'
        }
      )
    )
  },
  { additionalProperties: false, description: 'a system: { default_instance, instances }' }
)

const McpConfig = Type.Object(
  {
    discovery: Type.Optional(
      Type.Enum([...DISCOVERIES], {
        type: 'string',
        description:
          'how tools are listed: all (every tool by name), search (three tools that find, describe and call the others), or auto (search if a connection has more than 60 tools); default auto'
      })
    )
  },
  { additionalProperties: false, description: 'settings of MCP: { discovery }' }
)

/** Schema of the file TOOLGATE_CONFIG. The settings of an instance are checked by its system, so that a broken instance disables only itself. */
export const FileConfig = Type.Object(
  {
    keys: Type.Optional(Type.Array(KeyEntry, { description: 'the keys that callers present: a list, as in TOOLGATE_KEYS' })),
    issuers: Type.Optional(
      Type.Array(IssuerEntry, { maxItems: 50, description: 'the issuers whose tokens (JWT) callers may present instead of a key: a list' })
    ),
    policy: Type.Optional(
      Type.Array(PolicyRule, { description: 'a list of rules that allow calls, require confirmation or an approval, or deny them' })
    ),
    jobs: Type.Optional(JobsConfig),
    mcp: Type.Optional(McpConfig),
    approvals: Type.Optional(ApprovalsConfig),
    record: Type.Optional(RecordConfig),
    circuit_breaker: Type.Optional(CircuitBreakerConfig),
    packs: Type.Optional(
      Type.Record(
        Type.String({ pattern: NAME }),
        Type.Array(Type.String(), {
          minItems: 1,
          description: 'members of the pack: IDs of operations, systems, or groups such as gitlab:issues'
        }),
        {
          additionalProperties: false,
          description:
            'named selections of operations, for example for one assistant; a name has lowercase letters, digits, - and _, at most 63'
        }
      )
    ),
    systems: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9]*$' }), SystemConfig, {
        additionalProperties: false,
        description: 'systems by name, such as gitlab; a name has lowercase letters and digits'
      })
    )
  },
  { additionalProperties: false, description: 'keys, issuers, policy, jobs, mcp, approvals, record, circuit_breaker, packs and systems' }
)
export type FileConfig = Static<typeof FileConfig>

const KeyList = Type.Array(KeyEntry, { description: 'a YAML or JSON list of keys, as `npx toolgate keys new` prints them' })

export interface ReadFile {
  /** The valid parts, for further checks. */
  config: FileConfig
  /** Returns the position of a JSON pointer: `toolgate.yaml:12 /policy/0`. */
  place: (pointer: string) => string
  /** Returns the position of a policy rule, even if rules before it were left out. */
  placeOfRule: (rule: PolicyRule) => string
}

/** Reads the config file. Adds its problems to `problems`. */
export function readConfigFile(file: string, problems: Problem[]): ReadFile {
  const text = readText(file, problems)
  if (text === undefined) return NO_FILE
  const { value, place } = parse(text, FileConfig, file, problems)
  const part = (name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined)
  const rules: unknown = part('policy')
  return {
    config: Check(FileConfig, value)
      ? value
      : {
          keys: fitting(KeyEntry, part('keys')),
          issuers: fitting(IssuerEntry, part('issuers')),
          policy: fitting(PolicyRule, rules),
          systems: fittingSystems(part('systems'))
        },
    place,
    placeOfRule: rule => place(`/policy/${Array.isArray(rules) ? rules.indexOf(rule) : 0}`)
  }
}

export const NO_FILE: ReadFile = { config: {}, place: pointer => pointer, placeOfRule: () => '/policy' }

/** Reads TOOLGATE_KEYS, or the content of TOOLGATE_KEYS_FILE. */
export function readKeyList(text: string, where: string, problems: Problem[]): KeyEntry[] {
  return fitting(KeyEntry, parse(text, KeyList, where, problems).value)
}

/** Returns the keys in the text of a key list or config file, even if other parts are invalid; undefined if it cannot be parsed. */
export function listedKeys(text: string, form: 'list' | 'config'): readonly unknown[] | undefined {
  if (form === 'config') return listedIn(text, 'keys')
  const { value } = parse(text, KeyList, '', [])
  return Array.isArray(value) ? value : undefined
}

/** Returns a list of a config file, even if other parts are invalid; undefined if it cannot be parsed. */
export function listedIn(text: string, part: 'keys' | 'issuers'): readonly unknown[] | undefined {
  const { value } = parse(text, FileConfig, '', [])
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const list: unknown = isObject ? (Reflect.get(value, part) ?? []) : undefined
  return Array.isArray(list) ? list : undefined
}

function fitting<Schema extends TSchema>(schema: Schema, list: unknown): Static<Schema>[] {
  return Array.isArray(list) ? list.filter((item: unknown) => Check(schema, item)) : []
}

function fittingSystems(systems: unknown): NonNullable<FileConfig['systems']> {
  const entries: [string, unknown][] = typeof systems === 'object' && systems !== null ? Object.entries(systems) : []
  return Object.fromEntries(entries.flatMap(([name, system]) => (Check(SystemConfig, system) ? [[name, system]] : [])))
}

function readText(file: string, problems: Problem[]): string | undefined {
  try {
    return readFile(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    problems.push({ where: 'TOOLGATE_CONFIG', message: `${file} cannot be read: ${why}`, allowed: 'the path of a YAML or JSON file' })
    return undefined
  }
}

interface Parsed {
  value: unknown
  place: (pointer: string) => string
}

/** Parses YAML, which includes JSON. */
function parse(text: string, schema: typeof FileConfig | typeof KeyList, where: string, problems: Problem[]): Parsed {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const placeIn = (pointer: string): string => place(where, pointer, document, lines)
  const [fault] = document.errors
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0])
    problems.push({ where: `${where}:${line}:${col}`, message: `is not YAML: ${fault.message}`, allowed: 'YAML or JSON' })
    return { value: undefined, place: placeIn }
  }
  try {
    const value: unknown = document.toJS() ?? (schema === KeyList ? [] : {})
    problems.push(...check(schema, value, placeIn))
    return { value, place: placeIn }
  } catch (error) {
    problems.push({
      where,
      message: `cannot be used: ${error instanceof Error ? error.message : error}`,
      allowed: 'few aliases, each to an anchor above it'
    })
    return { value: undefined, place: placeIn }
  }
}

/** Formats a position: `toolgate.yaml:12 /policy/0/decision`. */
function place(where: string, pointer: string, document: Document, lines: LineCounter): string {
  const start = startOf(document, pointer.split('/').slice(1).map(unescaped))
  return `${where}:${start === undefined ? 1 : lines.linePos(start).line} ${pointer || '/'}`
}

/** Returns the offset of the key at a path, or of its nearest existing parent. */
function startOf(document: Document, path: readonly string[]): number | undefined {
  const parent: unknown = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  const key = isMap(parent) ? parent.items.find(item => String(item.key) === path.at(-1))?.key : undefined
  const node = key ?? document.getIn(path, true)
  const range: unknown = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
  if (Array.isArray(range)) return Number(range[0])
  return path.length === 0 ? undefined : startOf(document, path.slice(0, -1))
}
