import { CLIENT } from '../google/oauth.ts'
import type { StandIn } from '../stand-in.ts'
import { MOST_UNITS } from './limits.ts'
import { createMailbox } from './mailbox.ts'
import { seed } from './seed.ts'
import { gmailServer } from './server.ts'

export const ACCOUNT = 'ada@example.com'

/** Gmail with a year of mail to one account. What is done to it lasts until the sandbox ends. */
const standIn: StandIn = {
  async start() {
    const mailbox = createMailbox(ACCOUNT)
    seed(mailbox)
    const app = gmailServer(mailbox, { limit: MOST_UNITS })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url, token_url: `${url}/token`, ...CLIENT }, close: () => app.close() }
  }
}
export default standIn
