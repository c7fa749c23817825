import t from 'tap'
import { startEmulate } from '../../../helpers/emulate.ts'
import { environmentOf, openJobs } from '../../../helpers/gmail-jobs.ts'

const ACCOUNT = 'ada@example.com'
const NEWS = 620
const OTHERS = 30

const letter = (from: string, number: number) => ({
  user_email: ACCOUNT,
  from: `${from}@example.com`,
  to: ACCOUNT,
  subject: `Letter ${number} of ${from}`,
  body_text: 'Hello.',
  label_ids: ['INBOX', 'UNREAD'],
  date: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
})

t.test('comparison with an independent emulator of Gmail', async t => {
  const messages = [
    ...Array.from({ length: NEWS }, (_, number) => letter('news', number)),
    ...Array.from({ length: OTHERS }, (_, number) => letter('others', number))
  ]
  const google = await startEmulate(t, ACCOUNT, { labels: [{ name: 'Newsletters', user_email: ACCOUNT }], messages })
  const { call, run } = await openJobs(t, {
    GMAIL_URL: String(google['url']),
    GOOGLE_TOKEN_URL: String(google['token_url']),
    GOOGLE_ACCESS_TOKEN: 'ya29.of-yesterday',
    GMAIL_UNITS_PER_MINUTE: '15000',
    ...environmentOf(google)
  })
  const count = async (input: Record<string, unknown>): Promise<number> => {
    const { data } = await call('gmail_search_messages', { ids_only: true, max_items: 1_000, max_chars: 10_000_000, ...input })
    return data.items.length
  }

  t.test('a rejected access token is renewed and the call succeeds', async t => {
    t.equal((await call('gmail_list_labels')).status, 200)
  })

  t.test('a message is found and read', async t => {
    const { data } = await call('gmail_search_messages', { from: 'others', limit: 1 })
    t.match(data.items, [{ subject: `Letter ${OTHERS - 1} of others`, labels: ['INBOX', 'UNREAD'] }])
    t.match((await call('gmail_get_message', { message_id: data.items[0].id })).data, { body: /Hello/, from: 'others@example.com' })
  })

  t.test('hundreds of messages are labeled by name, with a result for each', async t => {
    t.match(await run('label_messages', { from: 'news', add_label: 'newsletters' }), { status: 'completed', progress: { succeeded: NEWS } })
    t.equal(await count({ labels: ['Newsletters'] }), NEWS)
    t.equal(await count({ labels: ['Newsletters'], from: 'others' }), 0)
    t.equal((await run('label_messages', { from: 'news', add_label: 'newsletters' })).progress.done, 0)
  })

  t.test('the inbox is archived page by page, and nothing is missed although pages are offsets (pitfall 1)', async t => {
    t.match(await run('archive_messages', { labels: ['INBOX'] }), { status: 'completed', progress: { succeeded: NEWS + OTHERS } })
    t.equal(await count({ labels: ['INBOX'] }), 0)
  })

  t.test('messages are marked as read, moved to the trash and restored', async t => {
    t.match(await run('mark_read', { from: 'others' }), { progress: { succeeded: OTHERS } })
    t.equal(await count({ from: 'others', unread: true }), 0)
    t.match(await run('unlabel_messages', { from: 'news', remove_label: 'Newsletters' }), { progress: { succeeded: NEWS } })
    const ids = (await call('gmail_search_messages', { from: 'others', ids_only: true, limit: 3 })).data.items.map(
      ({ id }: { id: string }) => id
    )
    t.match(await run('trash_messages', { ids: [...ids, 'nothing'] }), { progress: { succeeded: 3, failed: 1 } })
    t.equal(await count({ from: 'others' }), OTHERS - 3)
    t.match(await run('untrash_messages', { ids }), { progress: { succeeded: 3 } })
    t.match(await run('untrash_messages', { ids }), { progress: { skipped: 3 } })
    t.match(await run('delete_messages', { ids }), { progress: { succeeded: 3 } })
    t.match(await run('delete_messages', { ids }), { progress: { skipped: 3 } })
  })
})
