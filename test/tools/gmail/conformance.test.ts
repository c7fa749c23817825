import t from 'tap'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { openPostOffice } from '../../helpers/gmail.ts'
import { description, noDescription, strangeIn } from '../../helpers/gmail-description.ts'

t.test('conformance with Google’s API description of Gmail', { skip: noDescription }, async t => {
  if (!description) return
  const { method: methodFor, misfits } = description
  const { call, requests, clear, url } = await openPostOffice(t)

  t.test('every request of every operation conforms to the API description', async t => {
    await clear()
    const message_id = '19b00000014b014b'
    await call('search_messages', { labels: ['INBOX'], query: 'is:unread', include_spam_trash: true, limit: 2 })
    const { data: first } = await call('search_messages', { limit: 1 })
    await call('search_messages', { limit: 1, cursor: first.next_cursor })
    await call('get_messages', { message_ids: [message_id] })
    await call('get_thread', { thread_id: message_id, body: 'none' })
    await call('get_attachment', { message_id, part_id: '1' })
    await call('modify_labels', { message_id, add: ['Work'], remove: ['UNREAD'] })
    for (const operation of ['trash_message', 'untrash_message', 'delete_message']) await call(operation, { message_id })
    await call('create_label', { name: 'New', text_color: '#ffffff', background_color: '#000000' })
    await call('update_label', { label: 'New', name: 'Newer', label_list_visibility: 'labelHide', message_list_visibility: 'hide' })
    for (const operation of ['get_label', 'delete_label']) await call(operation, { label: 'Newer' })
    await call('send_message', { reply_to_message_id: '19b00000014f014f', text: 'x' })
    const { data: draft } = await call('create_draft', { to: ['a@example.com'], text: 'x' })
    await call('list_drafts', { limit: 1 })
    await call('send_draft', { draft_id: draft.draft_id })
    await call('delete_draft', { draft_id: 'r19b0000001500150' })
    const { data: profile } = await call('get_profile')
    const thread_id = '19b00000014c014c'
    await call('search_threads', { labels: ['INBOX'], query: 'is:read', include_spam_trash: true, limit: 2 })
    await call('get_threads', { thread_ids: [thread_id] })
    await call('modify_thread', { thread_id, add: ['Work'], remove: ['UNREAD'] })
    for (const operation of ['trash_thread', 'untrash_thread']) await call(operation, { thread_id })
    const { data: edited } = await call('create_draft', { reply_to_message_id: '19b00000014f014f', reply_all: true, text: 'x' })
    await call('get_draft', { draft_id: edited.draft_id })
    await call('update_draft', { draft_id: edited.draft_id, text: 'y' })
    await call('send_message', { forward_message_id: '19b00000014f014f', to: ['a@example.com'] })
    const { data: filter } = await call('create_filter', {
      from: 'a',
      has_attachment: true,
      larger_than: 5,
      not_query: 'b',
      add: ['Work'],
      remove: ['INBOX']
    })
    await call('list_filters')
    await call('delete_filter', { filter_id: filter.id })
    const period = { start: '2026-08-01T00:00:00Z', end: '2026-08-17T00:00:00Z' }
    await call('update_vacation', { enabled: true, subject: 'Away', text: 'Back soon', only_contacts: true, only_domain: true, ...period })
    await call('get_vacation')
    const since = String(Number(profile.history_id) - 4)
    const { data: page } = await call('list_history', {
      start_history_id: since,
      types: ['message_added', 'label_added'],
      label: 'SENT',
      limit: 1
    })
    await call('list_history', {
      start_history_id: since,
      types: ['message_added', 'label_added'],
      label: 'SENT',
      limit: 1,
      cursor: page.next_cursor
    })
    const seen = (await requests()).filter(({ path }) => path !== '/token')
    t.ok(seen.length > 48, String(seen.length))
    for (const request of seen) {
      t.ok(request.status !== null && request.status < 300, `${request.method} ${request.path} answered ${request.status}`)
      t.strictSame(strangeIn(request), [], `${request.method} ${request.path}`)
    }
  })

  t.test('every response of the sandbox conforms to the API description', async t => {
    const form = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT })
    const { access_token } = JSON.parse(await (await fetch(`${url}/token`, { method: 'POST', body: form })).text())
    const id = '19b00000014a014a'
    for (const at of [
      'profile',
      'messages',
      ...['minimal', 'metadata', 'full', 'raw'].map(format => `messages/${id}?format=${format}`),
      `threads/${id}`,
      'threads',
      'labels',
      'labels/INBOX',
      'drafts',
      'history?startHistoryId=1001',
      'settings/filters',
      'settings/vacation',
      'settings/sendAs',
      'settings/sendAs/ada@example.com',
      ...['forwardingAddresses', 'autoForwarding', 'imap', 'pop', 'language'].map(name => `settings/${name}`)
    ]) {
      const answer = await fetch(`${url}/gmail/v1/users/me/${at}`, { headers: { authorization: `Bearer ${access_token}` } })
      const method = methodFor('GET', new URL(answer.url).pathname)
      t.equal(answer.status, 200, at)
      t.strictSame(misfits(method?.response, JSON.parse(await answer.text())), [], `${method?.id} ${at}`)
    }
  })
})
