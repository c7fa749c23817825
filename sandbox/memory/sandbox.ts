import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildServer } from '../llm/server.ts'
import type { Sandbox } from '../sandbox.ts'
import { SEED } from './seed.ts'

/** A real graph with sample content, and a sandbox server for the language model that reads texts. */
const memory: Sandbox = {
  async start({ dataDirectory }) {
    const seed = path.join(dataDirectory, 'memory-seed.ndjson')
    await mkdir(dataDirectory, { recursive: true })
    await writeFile(seed, SEED)
    const app = buildServer()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { seed, llm_base_url: `${address}/v1`, llm_model: 'sandbox-reader' }, close: () => app.close() }
  }
}

export default memory
