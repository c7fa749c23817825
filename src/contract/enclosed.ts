import { splitRoute } from './catalog.ts'
import type { Operation } from './operation.ts'
import { plain } from './schema.ts'
import { type StreamAnswer, type StreamLink, streamForm } from './stream.ts'

type Input = Record<string, unknown>

const MOST_ENCLOSED = 65_536

/** A stream for whoever cannot be sent bytes: where to get it, and its beginning. */
export async function enclosed(operation: Operation, input: Input, answer: StreamAnswer, publicUrl: string): Promise<StreamLink> {
  const { media_type, filename = null, length = null } = answer
  const facts = { url: linkTo(operation, input, publicUrl), media_type, filename, length }
  if (streamForm(operation.output)?.endless) {
    answer.body.destroy?.()
    return { ...facts, content: null, encoding: null, complete: false }
  }
  const { bytes, complete } = await beginningOf(answer.body)
  if (!isText(media_type)) return { ...facts, content: bytes.toString('base64'), encoding: 'base64', complete }
  return { ...facts, content: complete ? bytes.toString() : wholeLines(bytes), encoding: 'utf-8', complete }
}

async function beginningOf(body: StreamAnswer['body']): Promise<{ bytes: Buffer; complete: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    const bytes = Buffer.from(part)
    parts.push(bytes.subarray(0, MOST_ENCLOSED - size))
    size += bytes.length
    if (size > MOST_ENCLOSED) break
  }
  return { bytes: Buffer.concat(parts), complete: size <= MOST_ENCLOSED }
}

const isText = (mediaType: string): boolean => /^text\/|[/+](x-nd)?json\b|[/+]xml\b/.test(mediaType)

/** Neither half a line nor half a character. */
function wholeLines(bytes: Buffer): string {
  const lineEnd = bytes.lastIndexOf('\n')
  return lineEnd < 0 ? new TextDecoder().decode(bytes, { stream: true }) : bytes.toString('utf8', 0, lineEnd + 1)
}

/** The route with this input; none where the input goes into a body. */
function linkTo(operation: Operation, input: Input, publicUrl: string): string | null {
  const [method, route] = splitRoute(operation)
  if (method !== 'GET') return null
  const rest = new Map(Object.entries(input))
  const path = route.replace(/:(\w+)/g, (_, name: string) => {
    rest.delete(name)
    return encodeURIComponent(String(input[name]))
  })
  const known = plain(operation.input).properties ?? {}
  const query = new URLSearchParams(
    [...rest].filter(([name, value]) => value !== undefined && value !== known[name]?.default).map(([name, value]) => [name, String(value)])
  )
  return `${publicUrl}${path}${query.size > 0 ? `?${query}` : ''}`
}
