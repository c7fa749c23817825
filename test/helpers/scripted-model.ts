import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import type { Test } from 'tap'

/** What the model does next: tool calls or, finally, text. `again`: it repeats the same line of the script. */
type Turn = { calls: { name: string; arguments: object }[]; again?: boolean } | { says: string }

/** Decides by the previous tool results, the newest last. */
export type Script = readonly ((answers: unknown[]) => Turn)[]

export interface ScriptedModel {
  /** The base URL of a client of OpenAI. */
  baseURL: string
  /** The same server, for clients that add the version to the path: those of Anthropic and Google. */
  origin: string
}

/** A function as the model sees it, in any protocol. */
interface Tool {
  name: string
  strict?: boolean | null | undefined
  parameters?: unknown
  namespace?: string
}

/** The content of a request: the tools, and their results so far. */
interface Asked {
  tools: Tool[]
  answers: unknown[]
}

interface Protocol {
  /** Paths that it serves. */
  paths: RegExp
  read: (body: unknown) => Asked
  write: (turn: Turn, asked: number, tools: readonly Tool[]) => object
}

/** Returns a function that decides the next turn of a script by the previous tool results. */
export function followScript(script: Script): (answers: unknown[]) => Turn {
  let line = 0
  return answers => {
    const step = script[line]
    if (!step) throw new Error('The script has no further step')
    const turn = step(answers)
    if (!('again' in turn)) line++
    return turn
  }
}

/**
 * The endpoints of OpenAI, Anthropic and Google with a model that follows a script. It refuses what the real one refuses: invalid tools, a call of an unlisted tool, a
 * missing result or one without a call. For a strict tool it sends null for every property that the script omits.
 */
export async function startScriptedModel(t: Pick<Test, 'teardown'>, script: Script): Promise<ScriptedModel> {
  const next = followScript(script)
  const served = protocols()
  let asked = 0
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error: Error) => [
      400,
      { error: { message: error.message, type: 'invalid_request_error' } }
    ])
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    const [path = ''] = request.url?.split('?') ?? []
    const protocol = served.find(({ paths }) => paths.test(path))
    if (!protocol) throw new Error(`Nothing is served at ${request.url}`)
    const { tools, answers } = protocol.read(await json(request))
    tools.forEach(checkTool)
    const turn = next(answers)
    const unlisted = 'calls' in turn ? turn.calls.find(({ name }) => !tools.some(tool => tool.name === name)) : undefined
    if (unlisted) throw new Error(`The script calls ${unlisted.name}, which is not in the list of tools`)
    return [200, protocol.write(turn, ++asked, tools)]
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { baseURL: `${origin}/v1`, origin }
}

const chat: Protocol = {
  paths: /^\/v1\/chat\/completions$/,
  read(body) {
    const { messages, tools = [] } = body as ChatCompletionCreateParamsNonStreaming
    if (tools.length > 128) throw new Error(`${tools.length} tools are more than 128`)
    const ledger = createJobStore()
    for (const message of messages) {
      if (message.role === 'tool') ledger.answered(message.tool_call_id, String(message.content))
      else ledger.complete()
      if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) ledger.called(id)
    }
    return { tools: tools.map(tool => (tool.type === 'function' ? tool.function : { name: '' })), answers: ledger.complete() }
  },
  write(turn, asked, tools) {
    const calls = callsOf(turn, asked, tools).map(({ id, name, text }) => ({ id, type: 'function', function: { name, arguments: text } }))
    const message = 'says' in turn ? { content: turn.says } : { content: null, tool_calls: calls }
    const choice = { index: 0, finish_reason: 'says' in turn ? 'stop' : 'tool_calls', message: { role: 'assistant', ...message } }
    return { id: `chatcmpl-${asked}`, object: 'chat.completion', created: 0, model: 'scripted', choices: [choice] }
  }
}

const responses: Protocol = {
  paths: /^\/v1\/responses$/,
  read(body) {
    const { input = [], tools = [] } = body as ResponseCreateParamsNonStreaming
    const ledger = createJobStore()
    for (const item of Array.isArray(input) ? input : []) {
      if (item.type === 'function_call') ledger.called(String(item.call_id))
      if (item.type === 'function_call_output') ledger.answered(String(item.call_id), String(item.output))
    }
    const listed = tools.flatMap((tool): Tool[] => {
      if (tool.type === 'function') return [tool]
      return tool.type === 'namespace' ? tool.tools.map(own => ({ ...own, namespace: tool.name })) : []
    })
    return { tools: listed, answers: ledger.complete() }
  },
  write(turn, asked, tools) {
    const says = 'says' in turn ? [{ type: 'output_text', text: turn.says, annotations: [] }] : []
    const message = { type: 'message', id: `msg_${asked}`, role: 'assistant', status: 'completed', content: says }
    const calls = callsOf(turn, asked, tools).map(({ id, name, text, namespace }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: text,
      status: 'completed',
      caller: { type: 'direct' },
      ...(namespace !== undefined && { namespace })
    }))
    return {
      id: `resp_${asked}`,
      object: 'response',
      created_at: 0,
      model: 'scripted',
      status: 'completed',
      output: says.length > 0 ? [message] : calls
    }
  }
}

/** A request to Anthropic's Messages, as far as it is read. One that continues a thread has only what the previous one lacked. */
interface MessagesRequest {
  messages: { role: string; content: string | MessageBlock[] }[]
  tools?: { name: string; input_schema?: unknown }[]
  thread?: { type: 'create' } | { type: 'continue'; previous_message_id: string }
}

type MessageBlock =
  | { type: 'text' }
  | { type: 'tool_use'; id: string }
  | { type: 'tool_result'; tool_use_id: string; content?: string | { text?: string }[] }

function anthropicMessages(): Protocol {
  /** The conversation up to each response of a thread. */
  const threads = new Map<string, Required<Pick<MessagesRequest, 'messages' | 'tools'>>>()
  let current: Required<Pick<MessagesRequest, 'messages' | 'tools'>> = { messages: [], tools: [] }
  return {
    paths: /^\/v1\/messages$/,
    read(body) {
      const { messages, tools = [], thread } = body as MessagesRequest
      const held = thread?.type === 'continue' ? threads.get(thread.previous_message_id) : { messages: [], tools }
      if (!held) throw new Error('The thread does not exist')
      current = { messages: [...held.messages, ...messages], tools: held.tools }
      const ledger = createJobStore()
      for (const { role, content } of current.messages) {
        if (role === 'assistant') ledger.complete()
        for (const block of typeof content === 'string' ? [] : content) {
          if (block.type === 'tool_use') ledger.called(block.id)
          if (block.type === 'tool_result') ledger.answered(block.tool_use_id, textIn(block.content))
        }
      }
      const listed = current.tools.map(({ name, input_schema: parameters }) => ({ name, parameters }))
      return { tools: listed, answers: ledger.complete() }
    },
    write(turn, asked, tools) {
      const calls = callsOf(turn, asked, tools).map(({ id, name, text }) => ({
        type: 'tool_use' as const,
        id,
        name,
        input: JSON.parse(text)
      }))
      const content = 'says' in turn ? [{ type: 'text' as const, text: turn.says }] : calls
      const id = `msg_${asked}`
      threads.set(id, { ...current, messages: [...current.messages, { role: 'assistant', content }] })
      const stop_reason = 'says' in turn ? 'end_turn' : 'tool_use'
      const usage = { input_tokens: 1, output_tokens: 1 }
      return { id, type: 'message', role: 'assistant', model: 'scripted', content, stop_reason, stop_sequence: null, usage }
    }
  }
}

const textIn = (content: string | { text?: string }[] = ''): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')

/** A request to Google's generateContent, as far as it is read. Calls have no IDs: a result belongs to the call of its name. */
interface GenerateContentRequest {
  contents: { role: string; parts: { functionCall?: { name: string }; functionResponse?: { name: string; response: unknown } }[] }[]
  tools?: { functionDeclarations?: { name: string; parametersJsonSchema?: unknown }[] }[]
}

const generateContent: Protocol = {
  paths: /^\/v1(beta)?\/models\/[\w.-]+:generateContent$/,
  read(body) {
    const { contents, tools = [] } = body as GenerateContentRequest
    const ledger = createJobStore()
    for (const { role, parts } of contents) {
      if (role === 'model') ledger.complete()
      for (const { functionCall, functionResponse } of parts) {
        if (functionCall) ledger.called(functionCall.name)
        if (functionResponse) ledger.answered(functionResponse.name, JSON.stringify(functionResponse.response))
      }
    }
    const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations)
    return { tools: declared.map(({ name, parametersJsonSchema: parameters }) => ({ name, parameters })), answers: ledger.complete() }
  },
  write(turn, asked, tools) {
    const calls = callsOf(turn, asked, tools).map(({ name, text }) => ({ functionCall: { name, args: JSON.parse(text) } }))
    const parts = 'says' in turn ? [{ text: turn.says }] : calls
    return { candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }], modelVersion: 'scripted' }
  }
}

const protocols = (): readonly Protocol[] => [chat, responses, anthropicMessages(), generateContent]

function callsOf(turn: Turn, asked: number, tools: readonly Tool[]) {
  if ('says' in turn) return []
  return turn.calls.map(({ name, arguments: input }, place) => {
    const tool = tools.find(candidate => candidate.name === name)
    return { id: `call_${asked}_${place}`, name, text: JSON.stringify({ ...emptyFor(tool), ...input }), namespace: tool?.namespace }
  })
}

/** What a model sends in strict mode: every property of the schema. */
function emptyFor({ strict, parameters }: Partial<Tool> = {}): object {
  const { required }: { required?: unknown } = strict === true ? Object(parameters) : {}
  return Object.fromEntries((Array.isArray(required) ? required : []).map(property => [property, null]))
}

function checkTool({ name, parameters }: Tool): void {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) throw new Error(`${name} is not a valid function name`)
  if (Object(parameters).type !== 'object') throw new Error(`The parameters of ${name} are not an object`)
}

/** Each call has its result before the next message. */
function createJobStore() {
  const open = new Set<string>()
  const answers: unknown[] = []
  return {
    called: (id: string) => void open.add(id),
    answered(id: string, text: string): void {
      if (!open.delete(id)) throw new Error(`${id} is not a call that awaits a result`)
      answers.push(parsed(text))
    },
    /** The results of the tools. */
    complete(): unknown[] {
      if (open.size > 0) throw new Error(`${[...open].join(', ')} has no result`)
      return answers
    }
  }
}

/** Some libraries return the text of a result, others its JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
