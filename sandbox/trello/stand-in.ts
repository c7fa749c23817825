import type { StandIn } from '../stand-in.ts'
import { KEY } from './credentials.ts'
import { buildServer } from './server.ts'

/** Trello on loopback: boards to look at, and one called Playground to change. */
const trello: StandIn = {
  async start() {
    const app = buildServer()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url: `${address}/1`, key: KEY, token: 'sandbox-token' }, close: () => app.close() }
  }
}

export default trello
