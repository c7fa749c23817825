import type { Sandbox } from '../sandbox.ts'
import { KEY } from './credentials.ts'
import { buildServer } from './server.ts'

/** Ten times Trello's limits: the gateway does not apply its own rate limits to the sandbox, so nothing keeps it below them. */
const LIMITS = { token: 1000, key: 3000 }

/** Trello with a few boards. Tests and examples change only the board Playground. */
const trello: Sandbox = {
  async start() {
    const app = buildServer({ limits: LIMITS })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url: `${address}/1`, key: KEY, token: 'sandbox-token' }, close: () => app.close() }
  }
}

export default trello
