import t from 'tap'
import { addCommit, resolve } from '../../../sandbox/gitlab/state/repository.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { waitUntil } from '../../helpers/wait-until.ts'

const { call, clear, requests, state, failNext } = await openGitlab(t)
t.beforeEach(() => clear())

const project = 'acme/sandpit'
let count = 0
/** A merge request of its own branch with its own file. */
async function made(title = 'A change', path = `new-${++count}.txt`): Promise<number> {
  const branch = `work/${++count}`
  const action = { action: 'create', file_path: path, content: 'new\n' }
  await call('commit_files', { project, branch, start_branch: 'main', commit_message: 'Work', actions: [action] })
  return (await call('create_merge_request', { project, source_branch: branch, target_branch: 'main', title })).data.iid
}

/** A merge request as stored in the sandbox server, and its repository. */
function found(iid: number) {
  const of = state.projects.find(({ path }) => path === project)
  const one = of?.merge_requests.find(one => one.iid === iid)
  if (!of || !one) throw new Error(`there is no !${iid}`)
  return { ...one, repository: of.repository }
}

t.test('a merge request is merged once GitLab knows that it can be', async t => {
  const merge_request_iid = await made()
  const { data } = await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.match(data, { outcome: 'merged', state: 'merged', merge_commit_sha: String })
  t.equal(
    (await requests()).filter(({ method, path }) => method === 'GET' && path.endsWith(`/merge_requests/${merge_request_iid}`)).length,
    2
  )
})

t.test('the sha that was read is sent, even if none is given', async t => {
  const merge_request_iid = await made()
  const { data } = await call('get_merge_request', { project, merge_request_iid })
  await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.match((await requests()).find(({ path }) => path.endsWith('/merge'))?.body, { sha: data.sha })
})

t.test('newer commits than sha are 409 with the current one, and nothing is merged', async t => {
  const merge_request_iid = await made()
  const { status, error } = await call('merge_merge_request', { project, merge_request_iid, sha: '0'.repeat(40), confirm: true })
  t.equal(status, 409)
  t.match(error.details, { reason: 'version_conflict', outcome: 'not_executed', current: { sha: String } })
  t.equal((await call('get_merge_request', { project, merge_request_iid })).data.state, 'opened')
})

t.test('a push during the merge is 409 with the current sha, and a message that blames no sha', async t => {
  const merge_request_iid = await made()
  const { source_branch, repository } = found(merge_request_iid)
  await failNext({ method: 'PUT', path: '/merge$' }, { delay_ms: 1000 })
  const merging = call('merge_merge_request', { project, merge_request_iid, confirm: true })
  await waitUntil(async () => (await requests()).some(({ path }) => path.endsWith('/merge')), 'the merge request arrives')
  const tip = resolve(repository, source_branch)
  if (!tip) throw new Error('there is no such branch')
  const { id: _, ...content } = tip
  const { id: sha } = addCommit(repository, { ...content, parents: [tip.id], message: 'More\n' })
  repository.branches.set(source_branch, { name: source_branch, sha, protected: false })
  const { status, error } = await merging
  t.equal(status, 409)
  t.match(error, { message: /got new commits/, details: { reason: 'version_conflict', outcome: 'not_executed', current: { sha } } })
})

t.test("a 409 for a reason other than new commits has GitLab's message", async t => {
  const merge_request_iid = await made()
  await failNext({ method: 'PUT', path: '/merge$' }, { status: 409, body: { message: 'Merge request is locked' } })
  const { error } = await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.match(error, { message: /is locked/, details: { reason: 'not_mergeable' } })
})

t.test('a draft is not mergeable, and the error states what to do', async t => {
  const merge_request_iid = await made('Draft: Not yet')
  const { status, error } = await call('merge_merge_request', { project, merge_request_iid, confirm: true })
  t.equal(status, 409)
  t.match(error.details, { reason: 'not_mergeable', current: { merge_status: 'draft_status', draft: true }, suggestions: [/Draft:/] })
})

t.test('conflicts are reported as such', async t => {
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

t.test("a second open merge request of a branch is 409, with GitLab's message", async t => {
  const again = { project: 'acme/web', source_branch: 'fix/form', target_branch: 'main', title: 'Again' }
  const { status, error } = await call('create_merge_request', again)
  t.equal(status, 409)
  t.match(error, { message: /Another open merge request.*!2/, details: { reason: 'already_exists' } })
})

t.test('the response waits for a rebase', async t => {
  const { data } = await call('rebase_merge_request', { project, merge_request_iid: 3, confirm: true })
  t.equal(data.rebase_in_progress, false)
})

t.test('approvals are read from their own endpoint, even without rules', async t => {
  const { data } = await call('approve_merge_request', { project: 'acme/web', merge_request_iid: 1 })
  t.match(data, { approved: true, user_has_approved: true, approved_by: [{ username: 'sam' }] })
  t.notOk((await requests()).some(({ path }) => path.endsWith('/approval_state')))
})

t.test('an approval that cannot be read back was executed', async t => {
  await failNext({ method: 'GET', path: '/approvals$' }, { cut: true })
  const { error } = await call('unapprove_merge_request', { project: 'acme/web', merge_request_iid: 1 })
  t.match(error.details, { reason: 'connection_failed', outcome: 'executed', retryable: false })
})

t.test('401 for a user who may not approve is 403, because the token is valid', async t => {
  const merge_request_iid = await made()
  const { status, error } = await call('approve_merge_request', { project, merge_request_iid })
  t.equal(status, 403)
  t.match(error.details, { reason: 'insufficient_permissions', outcome: 'not_executed' })
})

t.test('a thread on a line is started without the commits, replied to and resolved', async t => {
  const on = { project: 'acme/web', merge_request_iid: 1 }
  const { data: thread } = await call('create_discussion', { ...on, body: 'Why?', path: 'src/dark.css', new_line: 2 })
  t.match(thread, { resolved: false, notes: [{ path: 'src/dark.css', line: 2 }] })
  await call('reply_to_discussion', { ...on, discussion_id: thread.id, body: 'So.' })
  t.match((await call('resolve_discussion', { ...on, discussion_id: thread.id })).data, { resolved: true, notes: [{}, { body: 'So.' }] })
})

t.test('diffs are returned file by file', async t => {
  const { data } = await call('list_merge_request_diffs', { project: 'acme/web', merge_request_iid: 1, limit: 1 })
  t.match(data, { items: [{ path: 'src/dark.css', change: 'added', diff: /^@@/ }], next_cursor: String, untrusted: true })
})

t.test('a comment on a line has its side, a removed line its old number, and several lines their range', async t => {
  const playground = { project: 'acme/playground', merge_request_iid: 1 }
  const on = { ...playground, path: 'src/style.css', body: 'Why?' }
  const noteOf = async (lines: object) => (await call('create_discussion', { ...on, ...lines })).data.notes[0]
  t.match(await noteOf({ new_line: 3 }), { line: 3, side: 'new', old_line: null, line_range: null, suggestions: [], resolved_by: null })
  t.match(await noteOf({ old_line: 1, new_line: 1 }), { line: 1, side: 'both', old_line: 1 })
  const of = state.projects.find(({ path }) => path === playground.project)
  const kept = of?.merge_requests[0]?.discussions.at(-1)?.notes[0]
  if (!kept) throw new Error('there is no comment')
  const edge = (old_line: number) => ({ old_line, new_line: null, type: 'old' })
  kept.position = {
    old_path: 'src/old.css',
    new_path: 'src/style.css',
    old_line: 3,
    new_line: null,
    line_range: { start: edge(2), end: edge(3) }
  }
  const { data } = await call('list_discussions', playground)
  t.match(data.items.at(-1).notes, [
    {
      side: 'old',
      path: 'src/style.css',
      old_path: 'src/old.css',
      line: 3,
      old_line: 3,
      line_range: { start: { old_line: 2, new_line: null }, end: { old_line: 3, new_line: null } }
    }
  ])
})

t.test('a suggestion in a comment is returned with its lines, and a resolved thread with who resolved it', async t => {
  const playground = { project: 'acme/playground', merge_request_iid: 1 }
  const body = 'Better:\n\n```suggestion:-0+1\ncolor: grey;\n```'
  const { data } = await call('create_discussion', { ...playground, path: 'src/style.css', new_line: 3, body })
  t.match(data.notes[0].suggestions, [{ from_line: 3, to_line: 4, to_content: 'color: grey;\n', applied: false, applicable: true }])
  const resolved = await call('resolve_discussion', { ...playground, discussion_id: data.id, resolved: true })
  t.match(resolved.data.notes[0], { resolved: true, resolved_by: { username: 'sam' } })
})

t.test('a line that is not in the diff is refused with advice', async t => {
  const { status, error } = await call('create_discussion', {
    project: 'acme/web',
    merge_request_iid: 1,
    body: 'Why?',
    path: 'src/dark.css',
    new_line: 9999
  })
  t.equal(status, 422)
  t.match(error.details.suggestions, [/gitlab_get_merge_request_diff/, /only old_line/, /old_path/])
})

t.test('threads of system notes are left out unless they are requested', async t => {
  const { data: thread } = await call('create_discussion', { project: 'acme/web', merge_request_iid: 2, body: 'Ready?' })
  const one = state.projects[0]?.merge_requests[1]
  const [note] = one?.discussions[0]?.notes ?? []
  if (!one || !note) throw new Error('there is no thread')
  one.discussions.push({ id: '0'.repeat(40), individual: true, notes: [{ ...note, id: 99, system: true, body: 'added 1 commit' }] })
  const of = { project: 'acme/web', merge_request_iid: 2 }
  t.match((await call('list_discussions', of)).data, { items: [{ id: thread.id }], total: { value: 1 } })
  t.equal((await call('list_discussions', { ...of, system: true })).data.items.length, 2)
})

t.test('people are assigned by their usernames', async t => {
  const iid = await made()
  const { data } = await call('update_merge_request', { project, merge_request_iid: iid, assignees: ['@bea'], reviewers: ['ada', 'chen'] })
  t.match(data, { assignees: [{ id: 3 }], reviewers: [{ username: 'ada' }, { username: 'chen' }] })
  t.match((await call('create_issue', { project, title: 'T', assignees: ['bea'] })).data.assignees, [{ username: 'bea' }])
  const unknown = await call('update_issue', { project: 'acme/playground', issue_iid: 1, assignees: ['nobody-here'] })
  t.match([unknown.status, unknown.error.details], [400, { outcome: 'not_executed', issues: [{ path: 'assignees' }] }])
  const both = await call('update_issue', { project: 'acme/playground', issue_iid: 1, assignees: ['bea'], assignee_ids: [3] })
  t.equal(both.status, 400)
})
