import t from 'tap'
import { addCommit, resolve } from '../../../sandbox/gitlab/state/repository.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, sent, state } = await openGitlab(t)
t.beforeEach(() => clear())

const request = { project: 'acme/playground', merge_request_iid: 1 }
const threads = async () => (await call('list_discussions', request)).data.items

t.test('drafts are not visible before they are published, all at once', async t => {
  await call('delete_draft_note', { ...request, draft_id: 601 })
  const before = (await threads()).length
  const draft = async (more: object) => (await call('create_draft_note', { ...request, ...more })).data
  const line = await draft({ body: 'Why black?', path: 'src/style.css', new_line: 3 })
  t.match(line, { body: 'Why black?', path: 'src/style.css', new_line: 3, old_line: null, discussion_id: null })
  const thread = (await threads())[0].id
  const reply = await draft({ body: 'Agreed.', discussion_id: thread, resolve_discussion: true })
  const general = await draft({ body: 'Well done' })
  await call('update_draft_note', { ...request, draft_id: general.id, body: 'Well done!' })
  t.equal((await threads()).length, before)
  t.match((await call('list_draft_notes', request)).data.items, [
    { id: line.id },
    { id: reply.id, discussion_id: thread },
    { body: 'Well done!' }
  ])
  t.match((await call('publish_draft_notes', request)).data, { published: true, draft_id: null })
  const after = await threads()
  t.equal(after.length, before + 2)
  t.match(after[0], { resolved: true, notes: [{}, {}, { body: 'Agreed.' }] })
  t.equal((await call('list_draft_notes', request)).data.items.length, 0)
})

t.test('one draft is published or deleted, the others stay', async t => {
  const [first, second, third] = await Promise.all(
    ['a', 'b', 'c'].map(async body => (await call('create_draft_note', { ...request, body })).data.id)
  )
  t.match((await call('publish_draft_notes', { ...request, draft_id: first })).data, { draft_id: first })
  await call('delete_draft_note', { ...request, draft_id: second })
  t.match((await call('list_draft_notes', request)).data.items, [{ id: third }])
  t.equal((await call('publish_draft_notes', { ...request, draft_id: second })).status, 404)
})

t.test('a draft on a line outside the diff is refused with advice', async t => {
  const { status, error } = await call('create_draft_note', { ...request, body: 'Why?', path: 'src/style.css', new_line: 9999 })
  t.match([status, error.details.suggestions], [422, [/gitlab_get_merge_request_diff/]])
})

t.test('comments are read, changed and deleted, on issues, on merge requests and in threads', async t => {
  const { data: onIssue } = await call('add_issue_comment', { project: 'acme/playground', issue_iid: 5, body: 'On an issue' })
  const { data: thread } = await call('create_discussion', { ...request, body: 'In a thread' })
  for (const name of [
    { project: 'acme/playground', issue_iid: 5, comment_id: onIssue.id },
    { ...request, comment_id: thread.notes[0].id }
  ]) {
    const { data: read } = await call('get_comment', name)
    t.match(read, { id: name.comment_id, untrusted: true, author: { username: 'sam' } })
    const stale = await call('update_comment', { ...name, body: 'New', expected_updated_at: '2020-01-01T00:00:00Z' })
    t.match([stale.status, stale.error.details.outcome], [409, 'not_executed'])
    t.equal((await call('get_comment', name)).data.body, read.body)
    t.equal((await call('update_comment', { ...name, body: 'New', expected_updated_at: read.updated_at })).data.body, 'New')
    t.equal((await call('delete_comment', { ...name, confirm: true })).status, 200)
    t.equal((await call('get_comment', name)).status, 404)
  }
  t.equal((await call('get_comment', { ...request, issue_iid: 5, comment_id: 1 })).status, 400, 'a comment is on one of the two')
})

t.test('the diff of a file is found on a later page, and by its old path', async t => {
  const project = state.projects.find(({ path }) => path === 'acme/sandpit')
  const main = project && resolve(project.repository, 'main')
  if (!project || !main) throw new Error('there is no main')
  const tree = new Map(main.tree)
  for (let count = 0; count < 150; count++)
    tree.set(`many/${String(count).padStart(3, '0')}.txt`, { bytes: Buffer.from('x\n'), executable: false })
  const commit = addCommit(project.repository, { ...main, parents: [main.id], message: 'Many files', tree })
  project.repository.branches.set('many', { name: 'many', sha: commit.id, protected: false })
  const { data: made } = await call('create_merge_request', {
    project: 'acme/sandpit',
    source_branch: 'many',
    target_branch: 'main',
    title: 'Many'
  })
  await clear()
  const of = { project: 'acme/sandpit', merge_request_iid: made.iid }
  const { data } = await call('get_merge_request_diff', { ...of, paths: ['many/149.txt', 'README.md'] })
  t.match(data, { files: [{ path: 'many/149.txt', change: 'added', diff: /x/ }], not_changed: ['README.md'], untrusted: true })
  t.equal((await sent()).filter(line => line.includes('/diffs?')).length, 2, 'two pages')
  await clear()
  await call('get_merge_request_diff', { ...of, paths: ['many/000.txt'] })
  t.equal((await sent()).filter(line => line.includes('/diffs?')).length, 1, 'no page after the last file is read')
})

t.test('a version has the diff of a file', async t => {
  const { data: versions } = await call('list_merge_request_versions', request)
  const { data } = await call('get_merge_request_diff', { ...request, paths: ['src/style.css', 'none'], version_id: versions.items[0].id })
  t.match(data, { files: [{ path: 'src/style.css' }], not_changed: ['none'] })
  t.equal((await call('get_merge_request_diff', { ...request, paths: ['a'], version_id: 1 })).status, 404)
})

t.test('conflicts name the files that both branches changed, with both changes', async t => {
  const project = 'acme/sandpit'
  const commit = (branch: string, content: string, more: object = {}) =>
    call('commit_files', {
      project,
      branch,
      commit_message: 'C',
      actions: [{ action: 'update', file_path: 'README.md', content }],
      ...more
    })
  await commit('conflict', '# Theirs\n', { start_branch: 'main' })
  await commit('main', '# Ours\n')
  const { data: made } = await call('create_merge_request', { project, source_branch: 'conflict', target_branch: 'main', title: 'C' })
  const { data } = await call('get_merge_request_conflicts', { project, merge_request_iid: made.iid })
  t.match(data, {
    has_conflicts: true,
    files: [{ path: 'README.md', source_diff: /\+# Theirs/, target_diff: /\+# Ours/ }],
    incomplete: false
  })
})

t.test('a reaction is added once, and only that of the user of the token is removed', async t => {
  const { data: comment } = await call('add_issue_comment', { project: 'acme/playground', issue_iid: 6, body: 'Look' })
  const files = [{ file_path: 'a.txt', content: 'a' }]
  const { data: snippet } = await call('create_snippet', { project: 'acme/playground', title: 'S', files })
  for (const target of [
    { project: 'acme/playground', issue_iid: 6 },
    { project: 'acme/playground', issue_iid: 6, comment_id: comment.id },
    request,
    { project: 'acme/playground', snippet_id: snippet.id }
  ]) {
    const { status, data } = await call('add_reaction', { ...target, name: ':tada:' })
    t.match([status, data], [201, { name: 'tada', user: { username: 'sam' } }])
    t.not((await call('add_reaction', { ...target, name: 'tada' })).status, 201)
    t.match((await call('list_reactions', target)).data.items, [{ name: 'tada' }])
    t.equal((await call('remove_reaction', { ...target, name: 'eyes' })).data.removed, false)
    t.match((await call('remove_reaction', { ...target, name: 'tada' })).data, { name: 'tada', removed: true })
    t.equal((await call('list_reactions', target)).data.items.length, 0)
  }
})
