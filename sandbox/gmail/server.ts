import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { answerFailures } from '../google/errors.ts'
import { addOAuth } from '../google/oauth.ts'
import { addLimit } from './limits.ts'
import type { Mailbox } from './mailbox.ts'
import { addUploads } from './outgoing.ts'
import { addAccount } from './routes/account.ts'
import { addDrafts } from './routes/drafts.ts'
import { addLabels } from './routes/labels.ts'
import { addMessages } from './routes/messages.ts'
import { addThreads } from './routes/threads.ts'

const SCOPE = 'https://mail.google.com/'
const LARGEST_BODY = 50 * 1024 * 1024

/** Gmail's REST interface over one mailbox, and the token endpoint of Google beside it. `limit`: units a minute; none unless it is given. */
export function gmailServer(mailbox: Mailbox, { limit, tokenSeconds }: { limit?: number; tokenSeconds?: number } = {}): FastifyInstance {
  const app = Fastify({ bodyLimit: LARGEST_BODY, routerOptions: { maxParamLength: 1000 } })
  addControl(app)
  addOAuth(app, SCOPE, tokenSeconds)
  if (limit !== undefined) addLimit(app, limit)
  addUploads(app)
  for (const add of [addAccount, addMessages, addThreads, addLabels, addDrafts]) add(app, mailbox)
  answerFailures(app)
  return app
}
