import type { ListToolsResult, Tool } from '@modelcontextprotocol/server'

/** Where the tools stand in an answer that was made without them. */
const NONE = '"tools":[]'

const texts = new WeakMap<Tool, string>()

function textOf(tool: Tool): string {
  const known = texts.get(tool)
  if (known !== undefined) return known
  const text = JSON.stringify(tool)
  texts.set(tool, text)
  return text
}

/** Puts tools into an answer as text: each is written once, since a list of a megabyte takes longer to write than all else of its request. */
export async function withTools(answer: Response, tools: ListToolsResult['tools']): Promise<Response> {
  const text = await answer.text()
  const { status, headers } = answer
  return new Response(
    text.replace(NONE, () => `"tools":[${tools.map(textOf).join()}]`),
    { status, headers }
  )
}
