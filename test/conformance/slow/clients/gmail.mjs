// Every call of Google's own client for mail, on a sandbox server. Prints one line of JSON for each: its name, and the error if it failed.
import { auth, gmail } from '@googleapis/gmail'

const [url, access_token] = process.argv.slice(2)
const client = new auth.OAuth2()
client.setCredentials({ access_token })
const { users } = gmail({ version: 'v1', auth: client, rootUrl: `${url}/` })
const userId = 'me'
const id = '19b00000014b014b'
const thread = '19b00000014c014c'
const raw = Buffer.from('To: bo@example.com\r\nSubject: Hi\r\n\r\nHello').toString('base64url')

async function call(name, work) {
  try {
    const { data } = await work()
    process.stdout.write(`${JSON.stringify({ name })}\n`)
    return data
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ name, error: error.message })}\n`)
    return {}
  }
}

await call('getProfile', () => users.getProfile({ userId }))
await call('messages.list', () => users.messages.list({ userId, q: 'from:bea', labelIds: ['INBOX'], maxResults: 5 }))
for (const format of ['minimal', 'metadata', 'full', 'raw'])
  await call(`messages.get ${format}`, () => users.messages.get({ userId, id, format }))
const { payload } = await call('messages.get', () => users.messages.get({ userId, id }))
const attachment = payload?.parts?.[1]?.body?.attachmentId
await call('messages.attachments.get', () => users.messages.attachments.get({ userId, messageId: id, id: attachment }))
const sent = await call('messages.send', () => users.messages.send({ userId, requestBody: { raw } }))
await call('messages.send with an upload', () =>
  users.messages.send(
    { userId, media: { mimeType: 'message/rfc822', body: 'To: bo@example.com\r\nSubject: Hi\r\n\r\nHello' } },
    { rootUrl: `${url}/` }
  )
)
await call('messages.modify', () =>
  users.messages.modify({ userId, id, requestBody: { addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] } })
)
await call('messages.trash', () => users.messages.trash({ userId, id }))
await call('messages.untrash', () => users.messages.untrash({ userId, id }))
await call('messages.batchModify', () => users.messages.batchModify({ userId, requestBody: { ids: [id], addLabelIds: ['IMPORTANT'] } }))
const inserted = await call('messages.insert', () => users.messages.insert({ userId, requestBody: { raw, labelIds: ['INBOX'] } }))
await call('messages.import', () => users.messages.import({ userId, requestBody: { raw } }))
await call('messages.delete', () => users.messages.delete({ userId, id: sent.id }))
await call('messages.batchDelete', () => users.messages.batchDelete({ userId, requestBody: { ids: [inserted.id] } }))
await call('threads.list', () => users.threads.list({ userId, maxResults: 5 }))
await call('threads.get', () => users.threads.get({ userId, id: thread, format: 'metadata', metadataHeaders: ['Subject'] }))
await call('threads.modify', () => users.threads.modify({ userId, id: thread, requestBody: { addLabelIds: ['STARRED'] } }))
await call('threads.trash', () => users.threads.trash({ userId, id: thread }))
await call('threads.untrash', () => users.threads.untrash({ userId, id: thread }))
await call('threads.delete', () => users.threads.delete({ userId, id: thread }))
const draft = await call('drafts.create', () => users.drafts.create({ userId, requestBody: { message: { raw } } }))
await call('drafts.list', () => users.drafts.list({ userId }))
await call('drafts.get', () => users.drafts.get({ userId, id: draft.id, format: 'full' }))
await call('drafts.update', () => users.drafts.update({ userId, id: draft.id, requestBody: { message: { raw } } }))
await call('drafts.send', () => users.drafts.send({ userId, requestBody: { id: draft.id } }))
const other = await call('drafts.create again', () => users.drafts.create({ userId, requestBody: { message: { raw } } }))
await call('drafts.delete', () => users.drafts.delete({ userId, id: other.id }))
await call('labels.list', () => users.labels.list({ userId }))
const label = await call('labels.create', () => users.labels.create({ userId, requestBody: { name: 'Bees' } }))
await call('labels.get', () => users.labels.get({ userId, id: label.id }))
await call('labels.patch', () => users.labels.patch({ userId, id: label.id, requestBody: { name: 'Beehives' } }))
await call('labels.update', () => users.labels.update({ userId, id: label.id, requestBody: { id: label.id, name: 'Hives' } }))
await call('labels.delete', () => users.labels.delete({ userId, id: label.id }))
await call('history.list', () => users.history.list({ userId, startHistoryId: '1300', historyTypes: ['messageAdded'] }))
await call('settings.filters.list', () => users.settings.filters.list({ userId }))
const filter = await call('settings.filters.create', () =>
  users.settings.filters.create({ userId, requestBody: { criteria: { from: 'shop@example.com' }, action: { addLabelIds: ['STARRED'] } } })
)
await call('settings.filters.get', () => users.settings.filters.get({ userId, id: filter.id }))
await call('settings.filters.delete', () => users.settings.filters.delete({ userId, id: filter.id }))
await call('settings.getVacation', () => users.settings.getVacation({ userId }))
await call('settings.updateVacation', () =>
  users.settings.updateVacation({ userId, requestBody: { enableAutoReply: true, responseSubject: 'Away' } })
)
await call('settings.sendAs.list', () => users.settings.sendAs.list({ userId }))
await call('settings.sendAs.get', () => users.settings.sendAs.get({ userId, sendAsEmail: 'ada@example.com' }))
await call('settings.forwardingAddresses.list', () => users.settings.forwardingAddresses.list({ userId }))
for (const name of ['getAutoForwarding', 'getImap', 'getPop', 'getLanguage'])
  await call(`settings.${name}`, () => users.settings[name]({ userId }))
await call('watch', () => users.watch({ userId, requestBody: { topicName: 'projects/p/topics/t' } }))
await call('stop', () => users.stop({ userId }))
