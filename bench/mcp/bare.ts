import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import Fastify from 'fastify'
import pino from 'pino'
import { LEAN } from '../../src/surfaces/shared/listed-tool.ts'
import { mcpTool } from '../../src/surfaces/shared/mcp-tool.ts'
import { reportUsage } from '../lib/measure.ts'
import { listThings } from '../pipeline/definition.ts'

// A carefully hand-written handler on the official low-level server: the same result, as data and as text, and the same log line.
const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false }))
const tools = [JSON.parse(JSON.stringify(mcpTool(listThings, LEAN)))]

const handler = createMcpHandler(() => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const started = performance.now()
    const data = await listThings.handler(params.arguments, Object.create(null))
    const duration_ms = Math.round((performance.now() - started) * 10) / 10
    log.info({ tool: params.name, duration_ms, success: true, caller: 'bench', params: params.arguments }, 'Tool execution completed')
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: Object(data) }
  })
  return server
})
const handle = toNodeHandler(handler)

const app = Fastify({ loggerInstance: log, logController: new Fastify.LogController({ disableRequestLogging: true }) })
app.post('/mcp', async ({ raw, method, url, body }, reply) => {
  reply.hijack()
  await handle(Object.assign(raw, { method, url }), reply.raw, body)
})
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))
