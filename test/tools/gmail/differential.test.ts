import t from 'tap'
import { createMailbox } from '../../../sandbox/gmail/mailbox.ts'
import { gmailServer } from '../../../sandbox/gmail/server.ts'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { startApp } from '../../helpers/app.ts'
import { startEmulate } from '../../helpers/emulate.ts'
import { answerOf } from '../../helpers/gmail.ts'

const ACCOUNT = 'ada@example.com'
type Call = (operation: string, input?: Record<string, unknown>) => Promise<ReturnType<typeof answerOf>>

t.test('the sandbox and an independent emulator return the same results', async t => {
  const server = gmailServer(createMailbox(ACCOUNT))
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const ours = { url, token_url: `${url}/token`, ...CLIENT, max_retries: 0 }
  const theirs = { ...(await startEmulate(t, ACCOUNT)), max_retries: 0 }
  const { app } = await startApp(t, { systems: { gmail: { instances: { ours, theirs } } } })
  const callOn =
    (instance: string): Call =>
    async (operation, input = {}) =>
      answerOf(await app.inject({ method: 'POST', url: `/v1/operations/gmail_${operation}`, payload: { ...input, instance } }))

  const [mine, other] = [await story(callOn('ours')), await story(callOn('theirs'))]
  for (const [step, answer] of Object.entries(mine)) t.strictSame(answer, other[step], step)

  t.test('a revoked refresh token is reported the same way', async t => {
    const broken = (settings: Record<string, unknown>) => ({ ...settings, refresh_token: 'revoked' })
    const { app } = await startApp(t, { systems: { gmail: { instances: { ours: broken(ours), theirs: broken(theirs) } } } })
    for (const instance of ['ours', 'theirs']) {
      const answer = answerOf(await app.inject({ method: 'POST', url: '/v1/operations/gmail_list_labels', payload: { instance } }))
      t.match(answer, { status: 424, error: { details: { reason: 'token_expired', outcome: 'not_executed' } } }, instance)
    }
  })
})

/** Runs the steps of a typical session and returns the result of each, without IDs and times. */
async function story(call: Call): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {}
  const record = async (step: string, operation: string, input: Record<string, unknown> = {}, wanted = 'succeeds') => {
    const { status, data, error } = await call(operation, input)
    if ((error?.details.reason ?? 'succeeds') !== wanted) throw new Error(`${step}: ${status} ${JSON.stringify(error)}, and not ${wanted}`)
    results[step] = { status, ...(data && { data: comparable(data) }), ...(error && { reason: error.details.reason }) }
    return data
  }
  const attachments = [{ filename: 'Größe.bin', media_type: 'application/zip', content_base64: 'AP8NCgA=' }]
  await record('no label yet', 'list_labels', { type: 'user' })
  await record('a label', 'create_label', { name: 'Work/Plans' })
  await record('a label twice', 'create_label', { name: 'work/plans' }, 'already_exists')
  await record('a label renamed', 'update_label', { label: 'Work/Plans', name: 'Plans' })
  const first = await record('a message', 'send_message', { to: ['bo@example.com'], subject: 'Size Größe', text: 'Wie groß?', attachments })
  const { id: message_id, thread_id } = first
  await record('an answer', 'send_message', { reply_to_message_id: message_id, to: ['cy@example.com'], text: 'So groß.' })
  await record('read', 'get_message', { message_id })
  await record('several', 'get_messages', { message_ids: [message_id, 'none'] })
  await record('the conversation', 'get_thread', { thread_id })
  await record('the attachment', 'get_attachment', { message_id, filename: 'Größe.bin' })
  await record('found by subject', 'search_messages', { subject: 'size', to: 'bo@example.com' })
  await record('filed', 'modify_labels', { message_id, add: ['plans', 'STARRED'], remove: ['UNREAD'] })
  await record('found by label', 'search_messages', { labels: ['Plans'], query: 'is:starred' })
  await record('an unknown label', 'modify_labels', { message_id, add: ['Nowhere'] }, 'invalid_field_value')
  await record('in the trash', 'trash_message', { message_id })
  await record('not found in the trash', 'search_messages', { labels: ['Plans'], ids_only: true })
  await record('back again', 'untrash_message', { message_id })
  const draft = await record('a draft', 'create_draft', { to: ['bo@example.com'], subject: 'Later', text: 'x' })
  await record('drafts', 'list_drafts')
  await record('a draft sent', 'send_draft', { draft_id: draft.draft_id })
  await record('no draft any more', 'list_drafts')
  await record('a draft sent twice', 'send_draft', { draft_id: draft.draft_id }, 'upstream_not_found')
  await record('the label gone', 'delete_label', { label: 'Plans', confirm: true })
  await record('deleted', 'delete_message', { message_id, confirm: true })
  await record('deleted twice', 'delete_message', { message_id, confirm: true }, 'upstream_not_found')
  await record('read though deleted', 'get_message', { message_id }, 'upstream_not_found')
  return results
}

/** Removes what differs between the two: IDs, times, sizes and the last line break of a message. */
const OWN = ['id', 'body_length', 'thread_id', 'message_id', 'draft_id', 'date', 'size', 'not_found', 'part_id']

function own(name: string, value: unknown): unknown {
  if (name === 'labels' && Array.isArray(value)) return value.toSorted()
  return name === 'body' && typeof value === 'string' ? value.trimEnd() : comparable(value)
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !OWN.includes(name))
  return Object.fromEntries(kept.map(([name, item]) => [name, own(name, item)]))
}
