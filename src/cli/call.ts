import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'
import { remote, told } from './remote.ts'

const OPTIONS = {
  arg: { type: 'string', multiple: true },
  input: { type: 'string' },
  json: { type: 'boolean' }
} as const

type Properties = Record<string, { type?: string; anyOf?: { type?: string }[] }>

/** `toolgate call <id> --arg name=value …`: calls an operation, and prints its data. */
export async function call(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { positionals, values } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0)
    return { code: 2, err: 'toolgate call: name one operation. `toolgate catalog search <words>` finds it' }
  const { arg = [], input, json = false } = values
  return await told(async () => {
    const client = remote(env)
    const given = input === undefined ? {} : asObject(input === '-' ? await text(process.stdin) : input)
    if (given === undefined) return { code: 2, err: 'toolgate call: --input is no JSON object' }
    const { data: entry } = arg.length === 0 ? { data: {} } : await client.get(`v1/catalog/${encodeURIComponent(id)}`)
    const named = arg.map(pair => argument(pair, propertiesIn(entry)))
    const wrong = named.findIndex(([name]) => name === '')
    if (wrong >= 0) return { code: 2, err: `toolgate call: --arg ${arg[wrong]} is not of the form name=value` }
    const { data, metadata } = await client.callByName(id, { ...given, ...Object.fromEntries(named) }, {})
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

/** `limit=5` is a number where the operation asks for one, and a text where it asks for that; `@file` stays what it is. */
function argument(pair: string, properties: Properties): [name: string, value: unknown] {
  const at = pair.indexOf('=')
  if (at < 1) return ['', undefined]
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  const { type, anyOf = [] } = properties[name] ?? {}
  const types = [type, ...anyOf.map(branch => branch.type)]
  if (types.includes('string')) return [name, value]
  if (types.includes('array') && !value.startsWith('[')) return [name, value.split(',')]
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value] // the gateway says what is wrong with it
  }
}

function propertiesIn(entry: unknown): Properties {
  const { input }: { input?: { properties?: Properties } } = typeof entry === 'object' && entry !== null ? entry : {}
  return input?.properties ?? {}
}
