import { targetOf } from '../../api/call.ts'
import { curlOf, quoted } from '../../api/curl.ts'
import { jsonText } from '../../form/json-text.ts'
import { callOf, type Entry, type Input, withoutPath } from './call.ts'

export const SNIPPETS = ['curl', 'TypeScript', 'OpenAI', 'MCP'] as const
export type Snippet = (typeof SNIPPETS)[number]

/** Where to use the code. */
export const HINTS: Readonly<Record<Snippet, string>> = {
  curl: 'For a POSIX shell. TOOLGATE_KEY holds the key.',
  TypeScript: 'With the package toolgate-client.',
  OpenAI: 'A call as a model returns it (Responses API). POST /v1/operations runs it as a member of calls.',
  MCP: 'The message of an MCP client for POST /mcp, after its initialization.'
}

/** The call as code. */
export function snippetOf(
  kind: Snippet,
  entry: Entry,
  input: Input,
  { origin, needsKey, files }: { origin: string; needsKey: boolean; files: readonly File[] }
): string {
  const { id, kind: type } = entry
  if (kind === 'OpenAI') return jsonText({ type: 'function_call', call_id: 'call_1', name: id, arguments: JSON.stringify(input) })
  if (kind === 'MCP') return jsonText({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: id, arguments: input } })
  if (kind === 'TypeScript')
    return [
      "import { createClient } from 'toolgate-client'",
      '',
      `const toolgate = createClient({ url: '${origin}'${needsKey ? ', key: process.env.TOOLGATE_KEY' : ''} })`,
      `const ${type === 'bulk' ? 'job' : 'data'} = await toolgate.${type === 'bulk' ? 'start' : 'call'}('${id}', ${jsonText(input)})`
    ].join('\n')
  const call = callOf(entry, input, files)
  return call.form ? formCurl(entry, input, files, origin, needsKey) : curlOf(call, origin, needsKey)
}

/** A form with files as a command: curl reads the files from the current folder. */
function formCurl(entry: Entry, input: Input, files: readonly File[], origin: string, needsKey: boolean): string {
  const { upload } = entry
  const call = callOf(entry, input, files)
  const fields = Object.entries(withoutPath(entry, input))
    .filter(([name]) => name !== upload?.property)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map(one => `-F ${quoted(`${name}=${String(one)}`)}`))
  const parts = files.map(
    ({ name, type }) => `-F ${quoted(`${upload?.part}=@${name.replace(/[";,\\]/g, '_')}${type ? `;type=${type}` : ''}`)}`
  )
  const key = needsKey ? ['-H "Authorization: Bearer $TOOLGATE_KEY"'] : []
  return [`curl ${quoted(`${origin}${targetOf(call)}`)}`, ...key, ...fields, ...parts].join(' \\\n  ')
}
