import { inspect } from 'node:util'
import { sendsBody, splitRoute } from '../../catalog/catalog.ts'
import type { Operation } from '../../contract/operation.ts'

type Input = Record<string, unknown>

/** An entry of `x-codeSamples`, which renderers of OpenAPI support. */
export interface Sample {
  lang: 'Shell' | 'TypeScript' | 'JSON'
  label: 'curl' | 'TypeScript' | 'OpenAI' | 'MCP'
  source: string
}

/** Returns one call in each language and format. */
export const samplesOf = (operation: Operation, input: Input, serverUrl: string): Sample[] => [
  { lang: 'Shell', label: 'curl', source: curlOf(operation, input, serverUrl) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(operation, input, serverUrl) },
  { lang: 'JSON', label: 'OpenAI', source: json(openaiCall(operation, input)) },
  { lang: 'JSON', label: 'MCP', source: json({ name: operation.id, arguments: input }) }
]

export function curlOf(operation: Operation, input: Input, serverUrl: string): string {
  const [method, path] = splitRoute(operation)
  const rest = new Map(Object.entries(input))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name) ?? `{${name}}`))
    rest.delete(name)
    return value
  })
  const url = `${serverUrl}${filled}`
  if (!sendsBody(method)) return `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(url + queryOf(rest))}`
  const body =
    rest.size > 0 || !path.includes('/:')
      ? ` \\\n  -H 'content-type: application/json' -d ${quoted(JSON.stringify(Object.fromEntries(rest)))}`
      : ''
  return `curl -s -X ${method} ${quoted(url)}${body}`
}

function queryOf(values: Map<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  return query.size > 0 ? `?${query}` : ''
}

/** Quotes a text as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const typescriptOf = ({ id }: Operation, input: Input, serverUrl: string): string =>
  [
    "import { createClient } from 'toolgate-client'",
    '',
    `const client = createClient({ url: ${inspect(serverUrl)} })`,
    `console.log(await client.call('${id}', ${literal(input)}))`
  ].join('\n')

/** Formats a value as source code. */
const literal = (value: unknown): string => inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 100 })

/** Formats the call as an entry of `tool_calls` in a model's response. */
const openaiCall = ({ id }: Operation, input: Input): object => ({
  id: 'call_1',
  type: 'function',
  function: { name: id, arguments: JSON.stringify(input) }
})

const json = (value: object): string => JSON.stringify(value, null, 2)
