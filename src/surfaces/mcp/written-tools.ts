import type { ListToolsResult, Tool } from '@modelcontextprotocol/server'

/** Where the tools stand in an answer that was made without them. */
const NONE = '"tools":[]'
const COMMA = Buffer.from(',')

const written = new WeakMap<Tool, Buffer>()

function bytesOf(tool: Tool): Buffer {
  const known = written.get(tool)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(tool))
  written.set(tool, bytes)
  return bytes
}

/** Puts tools into an answer as bytes: each is written once, since a list of a megabyte takes longer to write than all else of its request. */
export async function withTools(answer: Response, tools: ListToolsResult['tools']): Promise<Response> {
  const text = await answer.text()
  const { status, headers } = answer
  const at = text.indexOf(NONE)
  if (at < 0) return new Response(text, { status, headers })
  const items = tools.flatMap((tool, place) => (place === 0 ? [bytesOf(tool)] : [COMMA, bytesOf(tool)]))
  const [head, tail] = [text.slice(0, at), text.slice(at + NONE.length)]
  return new Response(Buffer.concat([Buffer.from(`${head}"tools":[`), ...items, Buffer.from(`]${tail}`)]), { status, headers })
}
