import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import type { Test } from 'tap'

/** What the model does when it is asked next: calls, or, at last, words. `again`: it follows the same line of the script once more. */
export type Turn = { calls: { name: string; arguments: object }[]; again?: boolean } | { says: string }

/** Decides by what the tools have answered, the newest last. */
export type Script = readonly ((answers: unknown[]) => Turn)[]

export interface ScriptedModel {
  /** What a client takes as its base address. */
  baseURL: string
}

/** A function as the model sees it, whichever protocol it came by. */
interface Tool {
  name: string
  strict?: boolean | null | undefined
  parameters?: unknown
  namespace?: string
}

/** What a request asks: with which tools, and what those have answered so far. */
interface Asked {
  tools: Tool[]
  answers: unknown[]
}

interface Protocol {
  read: (body: unknown) => Asked
  write: (turn: Turn, asked: number, tools: readonly Tool[]) => object
}

/**
 * The endpoints of OpenAI, whose model follows a script. What the real one refuses it refuses, too: tools of a wrong form, a call of a tool
 * that is not in the list, an answer that is lacking or belongs to no call. To a strict tool it sends null for whatever the script leaves out.
 */
export async function startScriptedModel(t: Pick<Test, 'teardown'>, script: Script): Promise<ScriptedModel> {
  let [line, asked] = [0, 0]
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error: Error) => [
      400,
      { error: { message: error.message, type: 'invalid_request_error' } }
    ])
    response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

  async function answer(request: IncomingMessage): Promise<[number, object]> {
    const protocol = PROTOCOLS.get(request.url ?? '')
    if (!protocol) throw new Error(`Nothing is served at ${request.url}`)
    const { tools, answers } = protocol.read(await json(request))
    tools.forEach(checkTool)
    const step = script[line]
    if (!step) throw new Error('The script is at its end')
    const turn = step(answers)
    if (!('again' in turn)) line++
    const unlisted = 'calls' in turn ? turn.calls.find(({ name }) => !tools.some(tool => tool.name === name)) : undefined
    if (unlisted) throw new Error(`The script calls ${unlisted.name}, which is no tool of the list`)
    return [200, protocol.write(turn, ++asked, tools)]
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { baseURL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1` }
}

const chat: Protocol = {
  read(body) {
    const { messages, tools = [] } = body as ChatCompletionCreateParamsNonStreaming
    if (tools.length > 128) throw new Error(`${tools.length} tools are more than 128`)
    const ledger = createLedger()
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
  read(body) {
    const { input = [], tools = [] } = body as ResponseCreateParamsNonStreaming
    const ledger = createLedger()
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

const PROTOCOLS = new Map([
  ['/v1/chat/completions', chat],
  ['/v1/responses', responses]
])

function callsOf(turn: Turn, asked: number, tools: readonly Tool[]) {
  if ('says' in turn) return []
  return turn.calls.map(({ name, arguments: input }, place) => {
    const tool = tools.find(candidate => candidate.name === name)
    return { id: `call_${asked}_${place}`, name, text: JSON.stringify({ ...emptyFor(tool), ...input }), namespace: tool?.namespace }
  })
}

/** What strict mode makes a model send: every property that the schema names. */
function emptyFor({ strict, parameters }: Partial<Tool> = {}): object {
  const { required }: { required?: unknown } = strict === true ? Object(parameters) : {}
  return Object.fromEntries((Array.isArray(required) ? required : []).map(property => [property, null]))
}

function checkTool({ name, parameters }: Tool): void {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) throw new Error(`${name} is no name of a function`)
  if (Object(parameters).type !== 'object') throw new Error(`The parameters of ${name} are no object`)
}

/** Each call has its answer, before anybody else speaks. */
function createLedger() {
  const open = new Set<string>()
  const answers: unknown[] = []
  return {
    called: (id: string) => void open.add(id),
    answered(id: string, text: string): void {
      if (!open.delete(id)) throw new Error(`${id} is no call that awaits an answer`)
      answers.push(JSON.parse(text))
    },
    /** What the tools answered. */
    complete(): unknown[] {
      if (open.size > 0) throw new Error(`${[...open].join(', ')} has no answer`)
      return answers
    }
  }
}
