/**
 * Runs a sandbox of Gmail in its own process, with unread messages in the inbox, the first of them labeled Few, and a rate limit:
 * `node gmail-sandbox.ts <messages> <few> <units per minute>`. Prints its URL.
 */
import { createMailbox } from '../../sandbox/gmail/mailbox.ts'
import { gmailServer } from '../../sandbox/gmail/server.ts'
import { put } from './gmail-bulk.ts'

const [messages = 0, few = 0, limit = 0] = process.argv.slice(2).map(Number)
const mailbox = createMailbox('ada@example.com')
const { id } = mailbox.addLabel({ name: 'Few' })
put(mailbox, 'few', few, ['INBOX', 'UNREAD', id])
put(mailbox, 'crowd', messages - few, ['INBOX', 'UNREAD'])
process.stdout.write(`${await gmailServer(mailbox, { limit }).listen({ host: '127.0.0.1', port: 0 })}\n`)
