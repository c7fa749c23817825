import { escapeInvisible } from '../form/json-text.ts'
import { type Call, targetOf } from './call.ts'

/** The call as a command for a POSIX shell. The key is a variable: the command may be shown and copied. */
export function curlOf(call: Call, origin: string, needsKey: boolean): string {
  const { method = 'GET', body, headers = {} } = call
  const words = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quoted(`${origin}${targetOf(call)}`),
    ...(needsKey ? ['-H "Authorization: Bearer $TOOLGATE_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(escapeInvisible(JSON.stringify(body)))}`])
  ]
  return words.join(' \\\n  ')
}

/** The text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
