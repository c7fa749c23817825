import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'
import { remote, runCommand } from './remote.ts'

const OPTIONS = {
  arg: { type: 'string', multiple: true },
  input: { type: 'string' },
  json: { type: 'boolean' }
} as const

interface Property {
  type?: string
  anyOf?: { type?: string }[]
}
type Properties = ReadonlyMap<string, Property>

/** `toolgate call <id> --arg name=value …`: calls an operation, and prints its data. An argument that is a list may be given several times. */
export async function call(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { positionals, values } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0)
    return { code: 2, err: 'toolgate call: name one operation. To find it: toolgate catalog search <words>' }
  const { arg = [], input: text, json = false } = values
  return await runCommand(async () => {
    const client = remote(env)
    const jsonInput = text === undefined ? {} : asObject(text === '-' ? await readAll(process.stdin) : text)
    if (jsonInput === undefined) return { code: 2, err: 'toolgate call: --input is not a JSON object' }
    const { data: entry } = arg.length === 0 ? { data: {} } : await client.get(`v1/catalog/${encodeURIComponent(id)}`)
    const properties = propertiesIn(entry)
    const named = arg.map(pair => argument(pair, properties))
    const wrong = named.findIndex(([name]) => name === '')
    if (wrong >= 0) return { code: 2, err: `toolgate call: --arg ${arg[wrong]} must have the form name=value` }
    const byName = Map.groupBy(named, ([name]) => name)
    const twice = [...byName].find(([name, pairs]) => pairs.length > 1 && !typesOf(properties.get(name)).includes('array'))
    if (twice) return { code: 2, err: `toolgate call: --arg ${twice[0]} is given twice, but takes one value` }
    const input = [...byName].map(([name, pairs]) => [name, pairs.length > 1 ? pairs.flatMap(([, value]) => value) : pairs[0]?.[1]])
    const { data, metadata } = await client.callByName(id, { ...jsonInput, ...Object.fromEntries(input) }, {})
    return { code: 0, out: JSON.stringify(json ? { success: true, data, metadata } : data, null, 2) }
  })
}

function asObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Converts `limit=5` to a number if the schema has a number, and keeps it a string otherwise. `@file` is kept as it is. */
function argument(pair: string, properties: Properties): [name: string, value: unknown] {
  const at = pair.indexOf('=')
  if (at < 1) return ['', undefined]
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  const types = typesOf(properties.get(name))
  if (types.includes('string')) return [name, value]
  if (types.includes('array') && !value.startsWith('[')) return [name, value.split(',')]
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value] // the gateway reports what is wrong with it
  }
}

const typesOf = ({ type, anyOf = [] }: Property = {}): (string | undefined)[] => [type, ...anyOf.map(branch => branch.type)]

function propertiesIn(entry: unknown): Properties {
  const { input }: { input?: { properties?: Record<string, Property> } } = typeof entry === 'object' && entry !== null ? entry : {}
  return new Map(Object.entries(input?.properties ?? {}))
}
