import { setTimeout as sleep } from 'node:timers/promises'
import { CLIENT } from '../google/oauth.ts'
import type { Sandbox } from '../sandbox.ts'
import { MAX_UNITS } from './limits.ts'
import { createMailbox } from './mailbox.ts'
import { addBuilds } from './seed/builds.ts'
import { seed } from './seed.ts'
import { gmailServer } from './server.ts'

/** Gmail takes about this long to change many messages. Without it, a bulk job would end before it can be watched. */
const BATCH_MS = 500

export const ACCOUNT = 'ada@example.com'

/** Gmail with a year of mail of one account, and older notifications. Changes last until the sandbox stops. */
const sandbox: Sandbox = {
  async start() {
    const mailbox = createMailbox(ACCOUNT)
    seed(mailbox)
    addBuilds(mailbox)
    const app = gmailServer(mailbox, { limit: MAX_UNITS })
    app.addHook('onRequest', async ({ url }) => {
      if (url.includes('/batchModify')) await sleep(BATCH_MS)
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { settings: { url, token_url: `${url}/token`, ...CLIENT }, close: () => app.close() }
  }
}
export default sandbox
