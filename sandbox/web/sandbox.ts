import type { Sandbox } from '../sandbox.ts'
import { KEY } from './brave.ts'
import { buildServer } from './server.ts'

/** Sample pages to search and to read. Real pages are read as usual. */
const web: Sandbox = {
  async start() {
    const app = buildServer()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return {
      settings: { brave_url: `${address}/brave`, brave_api_key: KEY, jina_url: `${address}/jina`, pages_url: `${address}/pages` },
      close: () => app.close()
    }
  }
}

export default web
