import type { StandIn } from '../stand-in.ts'
import { TOKEN } from './credentials.ts'
import { buildServer, ROOT } from './server.ts'

/** GitLab on loopback: acme/web to look at, acme/playground to change. */
const gitlab: StandIn = {
  async start() {
    const app = buildServer()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url: `${address}${ROOT}`, token: TOKEN }, close: () => app.close() }
  }
}

export default gitlab
