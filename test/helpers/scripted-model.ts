import { createServer, type IncomingMessage } from 'node:http'
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool
} from 'openai/resources/chat/completions'
import type { Test } from 'tap'

/** What the model does when it is asked next: calls, or, at last, words. */
export type Turn = { calls: { name: string; arguments: object }[] } | { says: string }

/** Decides by what the tools have answered, the newest last. */
export type Script = readonly ((answers: unknown[]) => Turn)[]

export interface ScriptedModel {
  /** What a client takes as its base address. */
  baseURL: string
  /** How often it was asked. */
  asked: () => number
}

/**
 * The chat endpoint of OpenAI, whose model follows a script. What the real one refuses it refuses, too: tools of a wrong form, a call of a tool
 * that is not in the list, an answer that is lacking or belongs to no call. To a strict tool it sends null for whatever the script leaves out.
 */
export async function startScriptedModel(t: Pick<Test, 'teardown'>, script: Script): Promise<ScriptedModel> {
  let asked = 0
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error: Error) => [
      400,
      { error: { message: error.message, type: 'invalid_request_error' } }
    ])
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    if (request.url !== '/v1/chat/completions') throw new Error(`Nothing is served at ${request.url}`)
    const { model, messages, tools = [] }: ChatCompletionCreateParamsNonStreaming = JSON.parse(await textOf(request))
    const names = tools.map(nameOf)
    if (names.length > 128) throw new Error(`${names.length} tools are more than 128`)
    const step = script[asked]
    if (!step) throw new Error('The script is at its end')
    const turn = step(answersIn(messages))
    asked++
    const unlisted = 'calls' in turn ? turn.calls.find(({ name }) => !names.includes(name)) : undefined
    if (unlisted) throw new Error(`The script calls ${unlisted.name}, which is no tool of the list`)
    return [200, { id: `chatcmpl-${asked}`, object: 'chat.completion', created: 0, model, choices: [choice(turn, asked, tools)] }]
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { baseURL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`, asked: () => asked }
}

function choice(turn: Turn, asked: number, tools: readonly ChatCompletionTool[]): object {
  if ('says' in turn) return { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: turn.says } }
  const tool_calls = turn.calls.map(({ name, arguments: input }, place) => ({
    id: `call_${asked}_${place}`,
    type: 'function',
    function: { name, arguments: JSON.stringify({ ...emptyFor(name, tools), ...input }) }
  }))
  return { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls } }
}

/** What strict mode makes a model send: every property that the schema names. */
function emptyFor(name: string, tools: readonly ChatCompletionTool[]): object {
  const tool = tools.find(candidate => candidate.type === 'function' && candidate.function.name === name)
  if (tool?.type !== 'function' || tool.function.strict !== true) return {}
  const required = tool.function.parameters?.['required']
  return Object.fromEntries((Array.isArray(required) ? required : []).map(property => [property, null]))
}

function nameOf(tool: ChatCompletionTool): string {
  if (tool.type !== 'function') throw new Error('A tool is no function')
  const { name, parameters } = tool.function
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) throw new Error(`${name} is no name of a function`)
  if (parameters?.['type'] !== 'object') throw new Error(`The parameters of ${name} are no object`)
  return name
}

/** What the tools answered. Each call has its answer, before anybody else speaks. */
function answersIn(messages: readonly ChatCompletionMessageParam[]): unknown[] {
  const open = new Set<string>()
  const answers: unknown[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) throw new Error(`${message.tool_call_id} is no call that awaits an answer`)
      answers.push(JSON.parse(String(message.content)))
    } else if (open.size > 0) throw new Error(`${[...open].join(', ')} has no answer`)
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) open.add(id)
  }
  if (open.size > 0) throw new Error(`${[...open].join(', ')} has no answer`)
  return answers
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
