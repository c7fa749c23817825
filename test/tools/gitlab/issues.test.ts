import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, sent, clear, requests } = await openGitlab(t)
t.beforeEach(() => clear())

const project = 'acme/sandpit'
const made = async (more: Record<string, unknown> = {}) => (await call('create_issue', { project, title: 'An issue', ...more })).data

t.test('labels are added and removed, the others stay', async t => {
  const { iid } = await made({ labels: ['bug', 'old'] })
  const { data } = await call('update_issue', { project, issue_iid: iid, add_labels: ['feature'], remove_labels: ['old'] })
  t.strictSame(data.labels, ['bug', 'feature'])
})

t.test('only replace_labels removes all others', async t => {
  const { iid } = await made({ labels: ['bug', 'old'] })
  t.strictSame((await call('update_issue', { project, issue_iid: iid, replace_labels: ['new'] })).data.labels, ['new'])
})

t.test('clear removes values that an empty list would keep', async t => {
  const { iid } = await made({ labels: ['bug'], assignee_ids: [3], due_date: '2026-05-01', description: 'Text' })
  const { data } = await call('update_issue', { project, issue_iid: iid, clear: ['labels', 'assignees', 'due_date', 'description'] })
  t.match(data, { labels: [], assignees: [], due_date: null, description: '' })
})

t.test('a list of a group contains issues of all users', async t => {
  const { data } = await call('list_issues', { group: 'acme', limit: 100 })
  t.ok(new Set(data.items.map(({ author }: { author: { username: string } }) => author.username)).size > 1)
  t.match(await sent(), [/scope=all/])
})

t.test('an issue is found by its number, not by its id', async t => {
  const { id, iid } = await made()
  t.equal((await call('get_issue', { project, issue_iid: iid })).data.id, id)
  t.equal((await call('get_issue', { project, issue_iid: id })).status, 404)
})

t.test('an issue is closed and reopened, a second time without an error', async t => {
  const { iid: issue_iid } = await made()
  for (const [verb, state] of [
    ['close', 'closed'],
    ['close', 'closed'],
    ['reopen', 'opened'],
    ['reopen', 'opened']
  ])
    t.equal((await call(`${verb}_issue`, { project, issue_iid })).data.state, state)
})

t.test('an issue is moved with its number and comments', async t => {
  const { iid: issue_iid } = await made({ title: 'Wrong place' })
  await call('add_issue_comment', { project, issue_iid, body: 'Move it' })
  const { data } = await call('move_issue', { project, issue_iid, to_project: 'acme/playground' })
  t.match(data, { title: 'Wrong place', state: 'opened', reference: /^acme\/playground#/ })
  t.match((await call('list_issue_comments', { project: 'acme/playground', issue_iid: data.iid })).data.items, [{ body: 'Move it' }])
})

t.test('issues are linked once', async t => {
  const [a, b] = [await made(), await made()]
  const link = { project, issue_iid: a.iid, target_issue_iid: b.iid }
  t.equal((await call('add_issue_link', link)).status, 201)
  const { status, error } = await call('add_issue_link', link)
  t.strictSame([status, error.details.reason], [409, 'already_exists'])
})

t.test('system notes are omitted unless requested', async t => {
  const question = { project: 'acme/web', issue_iid: 1 }
  t.equal((await call('list_issue_comments', question)).data.items.length, 2)
  t.equal((await call('list_issue_comments', { ...question, system: true })).data.items.length, 3)
})

t.test('comments are marked as untrusted', async t => {
  t.equal((await call('list_issue_comments', { project: 'acme/web', issue_iid: 1 })).data.untrusted, true)
})

t.test('lists omit descriptions unless full is true', async t => {
  const question = { project: 'acme/web', limit: 1 }
  t.equal((await call('list_issues', question)).data.items[0].description, null)
  t.match((await call('list_issues', { ...question, full: true })).data.items[0].description, /As agreed/)
})

t.test('no key of the gateway is sent to GitLab', async t => {
  await call('create_issue', { project, title: 'Once', idempotency_key: 'a-key', instance: 'main' })
  const [, body] = (await requests()).filter(({ method }) => method === 'POST').flatMap(({ body }) => [null, body])
  t.strictSame(Object.keys(Object(body)), ['title'])
})

t.test('an issue is rendered as text for an assistant', async t => {
  const { text } = await call('get_issue', { project: 'acme/web', issue_iid: 1 }, { accept: 'text/markdown' })
  t.match(text, /^# The form loses what was typed/)
  t.match(text, /\*\*Labels\*\*: bug, question/)
})

t.test('a link to a missing issue names both, because GitLab does not report which one is missing', async t => {
  const link = { project: 'acme/web', issue_iid: 2, target_project: 'acme/playground', target_issue_iid: 9999 }
  t.match((await call('add_issue_link', link)).error, { message: /issue #2 of acme\/web, or issue #9999 of acme\/playground,/ })
})
