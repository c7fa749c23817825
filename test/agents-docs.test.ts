import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { runNode } from './conformance/run.ts'
import { agentScript, loseResponse } from './helpers/agent-script.ts'
import { temporaryFolder } from './helpers/app.ts'
import { agentBlock } from './helpers/doc-blocks.ts'
import { startGateway } from './helpers/gateway.ts'
import { connect } from './helpers/mcp.ts'
import { startScriptedModel } from './helpers/scripted-model.ts'

const root = path.join(import.meta.dirname, '..')

for (const name of ['openai', 'openai-run-tools'])
  t.test(`the program ${name} of docs/agents.md does a task over three systems`, async t => {
    const gateway = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
    const checkWrites = await loseResponse(gateway)
    const { baseURL } = await startScriptedModel(t, agentScript())
    const folder = t.testdir({ 'agent.mjs': agentBlock(name) })
    const program = path.join(folder, 'agent.mjs')
    const settings = [`TOOLGATE_URL=${gateway.url.replace(/\/$/, '')}`, `OPENAI_BASE_URL=${baseURL}`, 'OPENAI_API_KEY=none']
    const { code, output } = await runNode('env', [...settings, process.execPath, program], root)
    t.equal(code, 0, output)
    t.match(output, 'The task is done.')
    await checkWrites(t)
  })

t.test('the configuration of each MCP client in docs/agents.md is JSON, and its address lists tools', async t => {
  const page = readFileSync(path.join(root, 'docs/agents.md'), 'utf8')
  const blocks = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => JSON.parse(text))
  t.equal(blocks.length, 3)
  const { url } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
  const addresses = new Set([...page.matchAll(/http:\/\/127\.0\.0\.1:8080(\/mcp\/\w+)/g)].map(([, address = '']) => address))
  t.strictSame([...addresses], ['/mcp/gitlab'])
  const { tools } = await (await connect(t, url, { query: '/gitlab' })).listTools()
  t.ok(tools.some(({ name }) => name === 'gitlab_get_issue'))
})
