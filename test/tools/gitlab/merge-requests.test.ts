import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { addCommit, resolve } from '../../../sandbox/gitlab/state/repository.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, requests, state, failNext } = await openGitlab(t)
t.beforeEach(() => clear())

const project = 'acme/sandpit'
let count = 0
/** A merge request of its own branch with a file of its own. */
async function made(title = 'A change', path = `new-${++count}.txt`): Promise<number> {
  const branch = `work/${++count}`
  const action = { action: 'create', file_path: path, content: 'new\n' }
  await call('commit_files', { project, branch, start_branch: 'main', commit_message: 'Work', actions: [action], confirm: true })
  return (await call('create_merge_request', { project, source_branch: branch, target_branch: 'main', title })).data.iid
}

/** A merge request as the stand-in has it, and the repository that it is of. */
function found(iid: number) {
  const of = state.projects.find(({ path }) => path === project)
  const one = of?.merge_requests.find(one => one.iid === iid)
  if (!of || !one) throw new Error(`there is no !${iid}`)
  return { ...one, repository: of.repository }
}

t.test('pitfall 7: it is merged once GitLab knows that it can be', async t => {
  const merge_request_iid = await made()
  const { data } = await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.match(data, { outcome: 'merged', state: 'merged', merge_commit_sha: String })
  t.equal(
    (await requests()).filter(({ method, path }) => method === 'GET' && path.endsWith(`/merge_requests/${merge_request_iid}`)).length,
    2
  )
})

t.test('complaint 12: the sha that was looked at is sent along, also where none is given', async t => {
  const merge_request_iid = await made()
  const { data } = await call('get_merge_request', { project, merge_request_iid })
  await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.match((await requests()).find(({ path }) => path.endsWith('/merge'))?.body, { sha: data.sha })
})

t.test('pitfall 7: newer commits than sha are 409 with the current one, and nothing is merged', async t => {
  const merge_request_iid = await made()
  const { status, error } = await call('merge_merge_request', { project, merge_request_iid, sha: '0'.repeat(40), confirm: true })
  t.equal(status, 409)
  t.match(error.details, { reason: 'version_conflict', outcome: 'not_executed', current: { sha: String } })
  t.equal((await call('get_merge_request', { project, merge_request_iid })).data.state, 'opened')
})

t.test('pitfall 7: a push while it is merged is 409 with the sha that is there now, in words that blame no sha', async t => {
  const merge_request_iid = await made()
  const { source_branch, repository } = found(merge_request_iid)
  await failNext({ method: 'PUT', path: '/merge$' }, { delay_ms: 1000 })
  const merging = call('merge_merge_request', { project, merge_request_iid, confirm: true })
  while (!(await requests()).some(({ path }) => path.endsWith('/merge'))) await sleep(10)
  const tip = resolve(repository, source_branch)
  if (!tip) throw new Error('there is no such branch')
  const { id: _, ...content } = tip
  const { id: sha } = addCommit(repository, { ...content, parents: [tip.id], message: 'More\n' })
  repository.branches.set(source_branch, { name: source_branch, sha, protected: false })
  const { status, error } = await merging
  t.equal(status, 409)
  t.match(error, { message: /got new commits/, details: { reason: 'version_conflict', outcome: 'not_executed', current: { sha } } })
})

t.test('pitfall 7: 409 for another reason than new commits is told in words of GitLab', async t => {
  const merge_request_iid = await made()
  await failNext({ method: 'PUT', path: '/merge$' }, { status: 409, body: { message: 'Merge request is locked' } })
  const { error } = await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.match(error, { message: /is locked/, details: { reason: 'not_mergeable' } })
})

t.test('pitfall 7: a draft is not mergeable, and the refusal says what to do', async t => {
  const merge_request_iid = await made('Draft: Not yet')
  const { status, error } = await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.equal(status, 409)
  t.match(error.details, { reason: 'not_mergeable', current: { merge_status: 'draft_status', draft: true }, suggestions: [/Draft:/] })
})

t.test('pitfall 7: conflicts are told as such', async t => {
  const [first, second] = [await made('One', 'same.txt'), await made('Two', 'same.txt')]
  await call('update_file', {
    project,
    file_path: 'same.txt',
    branch: found(second).source_branch,
    commit_message: 'Other',
    content: 'other\n'
  })
  await call('merge_merge_request', { project, merge_request_iid: first, confirm: true })
  const { error } = await call('merge_merge_request', { project, merge_request_iid: second, confirm: true })
  t.match(error.details, { reason: 'not_mergeable', current: { merge_status: 'conflict', has_conflicts: true } })
})

t.test('a second open merge request of a branch is 409, in words of GitLab', async t => {
  const again = { project: 'acme/web', source_branch: 'fix/form', target_branch: 'main', title: 'Again' }
  const { status, error } = await call('create_merge_request', again)
  t.equal(status, 409)
  t.match(error, { message: /Another open merge request.*!2/, details: { reason: 'already_exists' } })
})

t.test('pitfall 7: a rebase is waited for', async t => {
  const { data } = await call('rebase_merge_request', { project, merge_request_iid: 3, confirm: true })
  t.equal(data.rebase_in_progress, false)
})

t.test('complaint 6: approvals are read where they stand without rules, too', async t => {
  const { data } = await call('approve_merge_request', { project: 'acme/web', merge_request_iid: 1 })
  t.match(data, { approved: true, user_has_approved: true, approved_by: [{ username: 'sam' }] })
  t.notOk((await requests()).some(({ path }) => path.endsWith('/approval_state')))
})

t.test('pitfall 7: 401 of one who may not approve is 403, since the token is good', async t => {
  const merge_request_iid = await made()
  const { status, error } = await call('approve_merge_request', { project, merge_request_iid })
  t.equal(status, 403)
  t.match(error.details, { reason: 'insufficient_permissions', outcome: 'not_executed' })
})

t.test('a thread on a line is begun without knowing the commits, answered and resolved', async t => {
  const on = { project: 'acme/web', merge_request_iid: 1 }
  const { data: thread } = await call('create_discussion', { ...on, body: 'Why?', path: 'src/dark.css', new_line: 2 })
  t.match(thread, { resolved: false, notes: [{ path: 'src/dark.css', line: 2 }] })
  await call('reply_to_discussion', { ...on, discussion_id: thread.id, body: 'So.' })
  t.match((await call('resolve_discussion', { ...on, discussion_id: thread.id })).data, { resolved: true, notes: [{}, { body: 'So.' }] })
})

t.test('complaint 4: diffs come file by file', async t => {
  const { data } = await call('list_merge_request_diffs', { project: 'acme/web', merge_request_iid: 1, limit: 1 })
  t.match(data, { items: [{ path: 'src/dark.css', change: 'added', diff: /^@@/ }], next_cursor: String, untrusted: true })
})
