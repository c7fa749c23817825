import type { StandIn } from '../stand-in.ts'
import { KEY } from './credentials.ts'
import { buildServer } from './server.ts'

/** Ten times what Trello lets through: the gateway draws on no budget for a stand-in, so nothing keeps it from running into them. */
const LIMITS = { token: 1000, key: 3000 }

/** Trello on loopback: boards to look at, and one called Playground to change. */
const trello: StandIn = {
  async start() {
    const app = buildServer({ limits: LIMITS })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url: `${address}/1`, key: KEY, token: 'sandbox-token' }, close: () => app.close() }
  }
}

export default trello
