import t from 'tap'
import { addCommit, resolve } from '../../../sandbox/gitlab/state/repository.ts'
import { permissionOf } from '../../../src/contract/operation.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

const { app, call, sent, clear, state, operations } = await openGitlab(t)
t.beforeEach(() => clear())

const web = { project: 'acme/web' }
const project = 'acme/sandpit'

t.test('text is returned as text', async t => {
  const { data } = await call('get_file', { ...web, file_path: 'src/form.js' })
  t.match(data, { encoding: 'utf-8', content: /keep\(form\)/, lfs: false, untrusted: true })
})

t.test('binary files keep every byte', async t => {
  const { data } = await call('get_file', { ...web, file_path: 'logo.png' })
  const bytes = state.projects[0]?.repository.commits.values().next().value?.tree.get('logo.png')?.bytes
  t.equal(data.encoding, 'base64')
  t.strictSame(Buffer.from(data.content, 'base64'), bytes)
})

t.test('a Git LFS pointer is marked as one', async t => {
  t.equal((await call('get_file', { ...web, file_path: 'video.mp4' })).data.lfs, true)
})

t.test('ref is always sent', async t => {
  await call('get_file', { ...web, file_path: 'README.md' })
  t.match(await sent(), [/ref=HEAD/])
})

t.test('slashes, blanks and dots of paths and branches are encoded once', async t => {
  t.equal((await call('get_file', { ...web, file_path: 'docs/a file with blanks.md' })).status, 200)
  t.equal((await call('get_branch', { ...web, branch: 'feature/dark-mode' })).status, 200)
  const [first, second] = await sent()
  t.match(first, 'files/docs%2Fa%20file%20with%20blanks.md?')
  t.match(second, 'branches/feature%2Fdark-mode')
})

t.test('a name that a URL would treat as a parent folder is refused', async t => {
  t.equal((await call('get_file', { ...web, file_path: '..' })).status, 400)
  t.equal((await call('get_tag', { ...web, tag: '..' })).status, 400)
  t.strictSame(await sent(), [])
})

t.test('a file written in base64 is returned unchanged', async t => {
  const content = Buffer.from([0, 255, 200, 10, 13]).toString('base64')
  const file = { project, file_path: 'bin/data', branch: 'main' }
  t.equal((await call('create_file', { ...file, commit_message: 'Add', content, encoding: 'base64' })).status, 201)
  t.equal((await call('get_file', { project, file_path: 'bin/data' })).data.content, content)
})

t.test('a stale last_commit_id is refused with what to do, and nothing is overwritten', async t => {
  const file = { project, file_path: 'README.md', branch: 'main', commit_message: 'Change' }
  const { data } = await call('get_file', { project, file_path: 'README.md' })
  t.equal((await call('update_file', { ...file, content: 'one', last_commit_id: data.last_commit_id })).status, 200)
  const { status, error } = await call('update_file', { ...file, content: 'two', last_commit_id: data.last_commit_id })
  t.equal(status, 422)
  t.match(error.details, { reason: 'upstream_refused', suggestions: [String, /last_commit_id/, String] })
  const deletion = await call('delete_file', { ...file, last_commit_id: data.last_commit_id, confirm: true })
  t.match(
    deletion.error.details,
    { reason: 'upstream_refused', suggestions: [/last_commit_id/, /start_branch/] },
    'no advice to create one'
  )
  t.equal((await call('get_file', { project, file_path: 'README.md' })).data.content, 'one')
})

t.test('several files are changed in one commit, or none', async t => {
  const create = (file_path: string) => ({ action: 'create', file_path, content: 'x' })
  const commit = { project, branch: 'several', start_branch: 'main', commit_message: 'Several', confirm: true }
  t.equal((await call('commit_files', { ...commit, actions: [create('a.txt'), create('README.md')] })).status, 422)
  t.equal((await call('get_branch', { project, branch: 'several' })).status, 404)
  t.equal((await call('commit_files', { ...commit, actions: [create('a.txt'), create('b.txt')] })).status, 201)
})

t.test('a tree is read by tokens to its end', async t => {
  const { data } = await call('list_repository_tree', { ...web, recursive: true, limit: 3, max_items: 100 })
  t.ok(data.items.some(({ path }: { path: string }) => path === 'src/style.css'))
  t.ok((await sent()).every(line => line.includes('pagination=keyset')))
})

t.test('an empty repository has no tree, and a default branch of null', async t => {
  t.equal((await call('list_repository_tree', { project: 'sam/dotfiles' })).status, 404)
  t.equal((await call('get_project', { project: 'sam/dotfiles' })).data.default_branch, null)
})

t.test('a branch is compared from its merge base', async t => {
  const { data } = await call('compare_refs', { ...web, from: 'main', to: 'docs/more' })
  t.strictSame(
    data.diffs.map(({ path }: { path: string }) => path),
    ['docs/more.md']
  )
})

t.test('lines are blamed on the commit that wrote them', async t => {
  const { data } = await call('get_file_blame', { ...web, file_path: 'src/form.js' })
  t.match(data.runs, [
    { from_line: 1, commit_title: 'Add the form' },
    { from_line: 2, to_line: 2, commit_title: 'Keep what was typed' },
    {}
  ])
})

t.test('a search over a group that the server does not support is refused with the reason', async t => {
  t.match((await call('search_code', { group: 'acme', search: 'form' })).error, { message: /advanced search/ })
})

const playground = state.projects.find(({ path }) => path === 'acme/playground')
const LARGE = Buffer.alloc(8_000_000, 'a line of a very large file\n')
const BINARY = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))
if (playground) {
  const { repository } = playground
  const tip = resolve(repository, 'main')
  const blob = (bytes: Buffer) => ({ bytes, executable: false })
  if (!tip) throw new Error('there is no main')
  const { id: _, ...content } = tip
  const tree = new Map([
    ...tip.tree,
    ['large.txt', blob(LARGE)],
    ['logo.bin', blob(BINARY)],
    ['smile.txt', blob(Buffer.from('\u{1f600}'.repeat(200)))]
  ])
  const { id: sha } = addCommit(repository, { ...content, parents: [tip.id], tree })
  repository.branches.set('files', { name: 'files', sha, protected: false })
}
const files = { project: 'acme/playground', ref: 'files' }

t.test('a file that is too large is refused with the operation that downloads it', async t => {
  const { status, error } = await call('get_file', { ...files, file_path: 'large.txt' })
  t.equal(status, 422)
  t.match(error.details, { reason: 'cannot_be_honoured', suggestions: [/gitlab_download_file/] })
})

t.test('a file of any size is downloaded byte by byte', async t => {
  const url = '/v1/gitlab/repository/file/raw?project=acme/playground&ref=files&file_path=large.txt'
  const { rawPayload, headers } = await app.inject({ url, headers: { accept: 'application/octet-stream' } })
  t.equal(Buffer.compare(rawPayload, LARGE), 0)
  t.equal(headers['content-length'], String(LARGE.length))
})

t.test('a truncated file can be read in parts', async t => {
  const parts: Buffer[] = []
  let cursor: string | undefined
  do {
    const { data } = await call('get_file', { ...files, file_path: 'logo.bin', max_chars: 2000, ...(cursor !== undefined && { cursor }) })
    t.equal(data.encoding, 'base64')
    parts.push(Buffer.from(data.content, 'base64'))
    cursor = data.next_cursor
  } while (cursor !== undefined && parts.length < 1000)
  t.ok(parts.length > 1)
  t.ok(Buffer.concat(parts).equals(BINARY))
})

t.test('no character is split', async t => {
  const { data } = await call('get_file', { ...files, file_path: 'smile.txt', max_chars: 700 })
  t.match(data.content, /^(?:\u{1f600}){20,}$/u)
  t.type(data.next_cursor, 'string')
})

t.test('a change of only the mode is a change of the mode, not an empty diff', async t => {
  const branch = 'mode-only'
  const action = { action: 'chmod', file_path: 'README.md', execute_filemode: true }
  const { status } = await call('commit_files', { project, branch, start_branch: 'main', commit_message: 'Run it', actions: [action] })
  t.equal(status, 201)
  const { data } = await call('compare_refs', { project, from: 'main', to: branch })
  t.match(data.diffs, [{ path: 'README.md', change: 'mode_changed', old_mode: '100644', new_mode: '100755', diff: '' }])
})

t.test('only a commit that deletes a file is destructive, and so needs confirmation', async t => {
  const operation = operations.find(({ name }) => name === 'commit_files')
  if (!operation) throw new Error('there is no such operation')
  const needs = (...actions: string[]) => permissionOf(operation, { actions: actions.map(action => ({ action, file_path: 'a' })) })
  t.strictSame([needs('create'), needs('update', 'move', 'chmod'), needs('create', 'delete')], ['write', 'write', 'destructive'])
})
