import {
  acceptedContent,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext
} from '@modelcontextprotocol/server'
import { createStateCodec } from '../../../src/surfaces/mcp/confirm.ts'
import type { McpParts } from '../../../src/surfaces/mcp/context.ts'
import { TASKS } from '../../../src/surfaces/mcp/tasks.ts'
import { PIXEL } from './catalog.ts'

// Features that the suites require and that no operation of a gateway has: questions other than a confirmation, and made-up contents.

export const SECRET = async (): Promise<Uint8Array> => Buffer.alloc(32, 'conformance')

type Around = NonNullable<McpParts['around']>
type Server = Parameters<Around>[1]
type Round = (ctx: ServerContext, server: Server) => Promise<{ texts: string[] } | InputRequiredResult>

const seal = createStateCodec(SECRET)
const said = (...texts: string[]) => ({ texts })

const ask = (message: string, name: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] } })
const sample = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens: 100 })

const answerOf = (ctx: ServerContext, key: string, field: string): unknown =>
  acceptedContent(ctx.mcpReq.inputResponses, key)?.[field] ?? undefined
const hasAll = (ctx: ServerContext, requests: InputRequests): boolean =>
  Object.keys(requests).every(key => ctx.mcpReq.inputResponses?.[key] !== undefined)

/** Asks until every question is answered. */
const asking =
  (requests: InputRequests, finish: (ctx: ServerContext) => string[], state?: string): Round =>
  async ctx => {
    const held = state === undefined || ctx.mcpReq.requestState<{ call: string }>()?.call === state
    if (held && hasAll(ctx, requests)) return said(...finish(ctx))
    return inputRequired({ inputRequests: requests, ...(state !== undefined && { requestState: await seal.mint({ call: state }, ctx) }) })
  }

const hello = (ctx: ServerContext): string[] => [`Hello, ${answerOf(ctx, 'user_name', 'name')}!`]
const askName = ask('What is your name?', 'name')

const inTwoSteps: Round = async ctx => {
  const at = ctx.mcpReq.requestState<{ call: string }>()?.call
  if (at === undefined)
    return inputRequired({
      inputRequests: { step1: ask('Step 1: What is your name?', 'name') },
      requestState: await seal.mint({ call: '' }, ctx)
    })
  const name = answerOf(ctx, 'step1', 'name')
  if (typeof name === 'string')
    return inputRequired({
      inputRequests: { step2: ask('Step 2: Which colour?', 'color') },
      requestState: await seal.mint({ call: name }, ctx)
    })
  return said(`${at} likes ${answerOf(ctx, 'step2', 'color')}`)
}

const ofWhatItCan: Round = async (_ctx, server) => {
  const { elicitation, sampling } = server.getClientCapabilities() ?? {}
  return inputRequired({ inputRequests: { ...(elicitation && { name: askName }), ...(sampling && { text: sample('Say something') }) } })
}

const needsSampling: Round = async (_ctx, server) => {
  if (server.getClientCapabilities()?.sampling === undefined)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  return said('It is there.')
}

const TOOLS: Readonly<Record<string, Round>> = {
  test_input_required_result_elicitation: asking({ user_name: askName }, hello),
  test_input_required_result_sampling: asking({ capital_question: sample('What is the capital of France?') }, ctx => [
    JSON.stringify(ctx.mcpReq.inputResponses)
  ]),
  test_input_required_result_list_roots: asking({ client_roots: inputRequired.listRoots() }, ctx => [
    JSON.stringify(ctx.mcpReq.inputResponses)
  ]),
  test_input_required_result_request_state: asking({ confirm: ask('Please confirm', 'ok', 'boolean') }, () => ['state-ok'], 'state'),
  test_input_required_result_multiple_inputs: asking(
    { user_name: askName, greeting: sample('Generate a greeting'), client_roots: inputRequired.listRoots() },
    hello,
    'several'
  ),
  test_input_required_result_multi_round: inTwoSteps,
  test_input_required_result_tampered_state: asking({ confirm: ask('Please confirm', 'ok', 'boolean') }, () => ['state-ok'], 'state'),
  test_input_required_result_capabilities: ofWhatItCan,
  test_missing_capability: needsSampling,
  test_streaming_elicitation: asking({ user_name: askName }, hello),
  test_logging_tool: async () => said('Nothing is logged to clients.')
}

/** Tasks that ask several questions, or were started by an answer. */
const tasks = new Map<string, { pending: InputRequests; text: string; cancelled?: boolean }>()

function begin(pending: InputRequests, text: string) {
  const taskId = `fixture-${crypto.randomUUID()}`
  tasks.set(taskId, { pending, text })
  return { resultType: 'task', ...standing(taskId), content: [] }
}

function standing(taskId: string) {
  const task = tasks.get(taskId)
  const now = new Date().toISOString()
  const status = task?.cancelled ? 'cancelled' : Object.keys(task?.pending ?? {}).length > 0 ? 'input_required' : 'completed'
  return { taskId, status, createdAt: now, lastUpdatedAt: now, ttlMs: 60_000 }
}

function detailed(taskId: string) {
  const task = standing(taskId)
  const { pending = {}, text = '' } = tasks.get(taskId) ?? {}
  if (task.status === 'completed') return { ...task, result: { content: [{ type: 'text', text }] } }
  return task.status === 'input_required' ? { ...task, inputRequests: pending } : task
}

const followsTasks = (server: Server): boolean => server.getClientCapabilities()?.extensions?.[TASKS] !== undefined

const embedded = {
  type: 'resource' as const,
  resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'An embedded text.' }
}
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' }
const NO_INPUT = { type: 'object' as const }

const SCHEMA_TOOL = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
    anyOf: [{ required: ['name'] }, { required: ['address'] }],
    if: { required: ['name'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { name: { minLength: 1 } } },
    else: { required: ['address'] },
    additionalProperties: false
  }
}

const CONTENTS = {
  test_embedded_resource: [embedded],
  test_multiple_content_types: [{ type: 'text' as const, text: 'Multiple content types test:' }, image, embedded]
}

const LISTED = [
  SCHEMA_TOOL,
  ...[...Object.keys(TOOLS), ...Object.keys(CONTENTS), 'multi_input', 'test_tool_with_task'].map(name => ({
    name,
    description: 'Of the conformance suites',
    inputSchema: NO_INPUT
  }))
]

const RESOURCES: Readonly<Record<string, { mimeType: string; text: string } | { mimeType: string; blob: string }>> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: PIXEL }
}

const PROMPTS = ['test_simple_prompt', 'test_prompt_with_image', 'test_input_required_result_prompt']

export const beside: Around = (answers, server) => ({
  ...answers,
  listTools: async cursor => {
    const page = await answers.listTools(cursor)
    return { ...page, tools: [...page.tools, ...LISTED] }
  },
  async callTool(params, ctx) {
    const { name } = params
    const round = TOOLS[name]
    if (round) {
      const answer = await round(ctx, server)
      return 'texts' in answer ? { content: answer.texts.map(text => ({ type: 'text' as const, text })) } : answer
    }
    if (name === 'test_embedded_resource' || name === 'test_multiple_content_types') return { content: CONTENTS[name] }
    if (name === 'failing_job' && !followsTasks(server))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } })
    if (name === 'multi_input') return begin({ first: askName, second: askName }, 'Both were answered.')
    if (name === 'test_tool_with_task') {
      const user = answerOf(ctx, 'user_name', 'name')
      return user === undefined ? inputRequired({ inputRequests: { user_name: askName } }) : begin({}, `Hello, ${user}!`)
    }
    return await answers.callTool(params, ctx)
  },
  getTask: (id, ctx) => (tasks.has(id) && followsTasks(server) ? detailed(id) : answers.getTask(id, ctx)),
  updateTask(id, responses, ctx) {
    const task = tasks.get(id)
    if (!task) return answers.updateTask(id, responses, ctx)
    task.pending = Object.fromEntries(Object.entries(task.pending).filter(([key]) => responses[key] === undefined))
    return {}
  },
  cancelTask(id, ctx) {
    const task = tasks.get(id)
    if (!task) return answers.cancelTask(id, ctx)
    task.cancelled = true
    return {}
  },
  listResources: async () => {
    const { resources } = await answers.listResources()
    return { resources: [...Object.keys(RESOURCES).map(uri => ({ uri, name: uri })), ...resources] }
  },
  listResourceTemplates: async () => {
    const { resourceTemplates } = await answers.listResourceTemplates()
    return { resourceTemplates: [...resourceTemplates, { uriTemplate: 'test://template/{id}/data', name: 'template' }] }
  },
  readResource(params, ctx) {
    const { uri } = params
    const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
    const content = id === undefined ? RESOURCES[uri] : { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }
    return content ? { contents: [{ uri, ...content }] } : answers.readResource(params, ctx)
  },
  listPrompts: async () => {
    const { prompts } = await answers.listPrompts()
    const required = (...names: string[]) => names.map(name => ({ name, description: name, required: true }))
    return {
      prompts: [
        ...prompts,
        ...PROMPTS.map(name => ({ name, description: name })),
        { name: 'test_prompt_with_arguments', description: 'Has arguments', arguments: required('arg1', 'arg2') },
        { name: 'test_prompt_with_embedded_resource', description: 'Has a resource', arguments: required('resourceUri') }
      ]
    }
  },
  getPrompt(params, ctx) {
    const { name, arguments: given = {} } = params
    const messages = (...contents: (typeof embedded | typeof image | { type: 'text'; text: string })[]) => ({
      messages: contents.map(content => ({ role: 'user' as const, content }))
    })
    const plain = (text: string) => ({ type: 'text' as const, text })
    if (name === 'test_simple_prompt') return messages(plain('This is a simple prompt for testing.'))
    if (name === 'test_prompt_with_arguments') return messages(plain(`Prompt with arguments: ${given['arg1']}, ${given['arg2']}`))
    if (name === 'test_prompt_with_image') return messages(image, plain('Please analyze the image above.'))
    if (name === 'test_prompt_with_embedded_resource')
      return messages({ ...embedded, resource: { ...embedded.resource, uri: given['resourceUri'] ?? '' } }, plain('Please process it.'))
    if (name === 'test_input_required_result_prompt') {
      const context = answerOf(ctx, 'user_context', 'context')
      if (context === undefined) return inputRequired({ inputRequests: { user_context: ask('What context?', 'context') } })
      return messages(plain(String(context)))
    }
    return answers.getPrompt(params, ctx)
  }
})
