import { CLIENT } from '../google/oauth.ts'
import type { Sandbox } from '../sandbox.ts'
import { calendarServer } from './server.ts'
import { seedState } from './state/seed.ts'

/** Google Calendar with a few months of one account. Changes last until the sandbox stops. */
const sandbox: Sandbox = {
  async start() {
    const app = calendarServer(seedState())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url, token_url: `${url}/token`, ...CLIENT }, close: () => app.close() }
  }
}
export default sandbox
