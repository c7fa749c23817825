import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { agentScript, loseResponse } from '../../helpers/agent-script.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { agentBlock } from '../../helpers/doc-blocks.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { startScriptedModel } from '../../helpers/scripted-model.ts'
import { installAgents } from '../install.ts'
import { runNode } from '../run.ts'

const folder = await installAgents()

// Each program of docs/agents.md does the task of the script through the official library: a wrong argument, a lost response, a confirmation, a bulk job.
for (const name of ['anthropic', 'gemini', 'openai-agents', 'ai-sdk', 'langchain'])
  t.test(`${name} does a task over three systems`, { timeout: 120_000 }, async t => {
    const gateway = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
    const checkWrites = await loseResponse(gateway)
    const { baseURL, origin } = await startScriptedModel(t, agentScript())
    mkdirSync(path.join(folder, 'generated'), { recursive: true })
    const program = path.join(folder, 'generated', `${name}.mjs`)
    writeFileSync(program, agentBlock(name))
    const settings = {
      TOOLGATE_URL: gateway.url.replace(/\/$/, ''),
      OPENAI_BASE_URL: baseURL,
      OPENAI_API_KEY: 'none',
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: origin,
      GEMINI_API_KEY: 'none',
      OPENAI_AGENTS_DISABLE_TRACING: '1'
    }
    const words = Object.entries(settings).map(([key, value]) => `${key}=${value}`)
    const { code, output } = await runNode('env', [...words, process.execPath, program], folder)
    t.equal(code, 0, output)
    t.match(output, 'The task is done.')
    await checkWrites(t)
  })
