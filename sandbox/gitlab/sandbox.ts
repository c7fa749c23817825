import type { Sandbox } from '../sandbox.ts'
import { TOKEN } from './credentials.ts'
import { buildServer, ROOT } from './server.ts'

/** A sandbox server of GitLab on loopback: acme/web is for reading, acme/playground for writing. */
const gitlab: Sandbox = {
  async start() {
    const app = buildServer()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url: `${address}${ROOT}`, token: TOKEN }, close: () => app.close() }
  }
}

export default gitlab
