import Fastify, { type FastifyInstance } from 'fastify'
import { addControl } from '../control.ts'
import { addErrorHandlers } from '../google/errors.ts'
import { addFields } from '../google/fields.ts'
import { addOAuth } from '../google/oauth.ts'
import { findRoutes } from '../routes.ts'
import { addLimit } from './limits.ts'
import type { Mailbox } from './mailbox.ts'
import { addUploads } from './outgoing.ts'
import { addAccount } from './routes/account.ts'
import { addDrafts } from './routes/drafts.ts'
import { addLabels } from './routes/labels.ts'
import { addMessages } from './routes/messages.ts'
import { addThreads } from './routes/threads.ts'

const SCOPE = 'https://mail.google.com/'
const MAX_BODY_BYTES = 50 * 1024 * 1024

/** Creates a server with Gmail's REST API for one mailbox, and Google's token endpoint. `limit`: quota units per minute; default: no limit. */
export function gmailServer(mailbox: Mailbox, { limit, tokenSeconds }: { limit?: number; tokenSeconds?: number } = {}): FastifyInstance {
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, routerOptions: { maxParamLength: 1000 } })
  addControl(app)
  addOAuth(app, SCOPE, tokenSeconds)
  addFields(app)
  if (limit !== undefined) addLimit(app, limit)
  addUploads(app)
  for (const add of [addAccount, addMessages, addThreads, addLabels, addDrafts]) add(app, mailbox)
  app.register(async api => {
    for (const add of await findRoutes<(app: FastifyInstance, mailbox: Mailbox) => void>(import.meta.dirname)) add(api, mailbox)
  })
  addErrorHandlers(app)
  return app
}
