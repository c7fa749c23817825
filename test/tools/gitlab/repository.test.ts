import t from 'tap'
import { addCommit, resolve } from '../../../sandbox/gitlab/state/repository.ts'
import { openGitlab } from '../../helpers/gitlab.ts'

const { app, call, sent, clear, state } = await openGitlab(t)
t.beforeEach(() => clear())

const web = { project: 'acme/web' }
const project = 'acme/sandpit'

t.test('pitfall 8: text is told as text', async t => {
  const { data } = await call('get_file', { ...web, file_path: 'src/form.js' })
  t.match(data, { encoding: 'utf-8', content: /keep\(form\)/, lfs: false, untrusted: true })
})

t.test('complaint 3: bytes that are no text keep every byte', async t => {
  const { data } = await call('get_file', { ...web, file_path: 'logo.png' })
  const bytes = state.projects[0]?.repository.commits.values().next().value?.tree.get('logo.png')?.bytes
  t.equal(data.encoding, 'base64')
  t.strictSame(Buffer.from(data.content, 'base64'), bytes)
})

t.test('pitfall 8: a pointer of Git LFS is said to be one', async t => {
  t.equal((await call('get_file', { ...web, file_path: 'video.mp4' })).data.lfs, true)
})

t.test('pitfall 8: ref is always sent', async t => {
  await call('get_file', { ...web, file_path: 'README.md' })
  t.match(await sent(), [/ref=HEAD/])
})

t.test('pitfall 1: slashes, blanks and dots of paths and branches are encoded once', async t => {
  t.equal((await call('get_file', { ...web, file_path: 'docs/a file with blanks.md' })).status, 200)
  t.equal((await call('get_branch', { ...web, branch: 'feature/dark-mode' })).status, 200)
  const [first, second] = await sent()
  t.match(first, 'files/docs%2Fa%20file%20with%20blanks.md?')
  t.match(second, 'branches/feature%2Fdark-mode')
})

t.test('pitfall 1: a name that an address would take for a step up is refused', async t => {
  t.equal((await call('get_file', { ...web, file_path: '..' })).status, 400)
  t.equal((await call('get_tag', { ...web, tag: '..' })).status, 400)
  t.strictSame(await sent(), [])
})

t.test('complaint 3: a file written in base64 comes back as it was', async t => {
  const content = Buffer.from([0, 255, 200, 10, 13]).toString('base64')
  const file = { project, file_path: 'bin/data', branch: 'main' }
  t.equal((await call('create_file', { ...file, commit_message: 'Add', content, encoding: 'base64' })).status, 201)
  t.equal((await call('get_file', { project, file_path: 'bin/data' })).data.content, content)
})

t.test('pitfall 8: a stale last_commit_id is refused with what to do, and nothing is overwritten', async t => {
  const file = { project, file_path: 'README.md', branch: 'main', commit_message: 'Change' }
  const { data } = await call('get_file', { project, file_path: 'README.md' })
  t.equal((await call('update_file', { ...file, content: 'one', last_commit_id: data.last_commit_id })).status, 200)
  const { status, error } = await call('update_file', { ...file, content: 'two', last_commit_id: data.last_commit_id })
  t.equal(status, 422)
  t.match(error.details, { reason: 'upstream_refused', suggestions: [String, /last_commit_id/, String] })
  t.equal((await call('get_file', { project, file_path: 'README.md' })).data.content, 'one')
})

t.test('several files are changed in one commit, or none', async t => {
  const create = (file_path: string) => ({ action: 'create', file_path, content: 'x' })
  const commit = { project, branch: 'several', start_branch: 'main', commit_message: 'Several', confirm: true }
  t.equal((await call('commit_files', { ...commit, actions: [create('a.txt'), create('README.md')] })).status, 422)
  t.equal((await call('get_branch', { project, branch: 'several' })).status, 404)
  t.equal((await call('commit_files', { ...commit, actions: [create('a.txt'), create('b.txt')] })).status, 201)
})

t.test('complaint 2: a tree is walked by tokens to its end', async t => {
  const { data } = await call('list_repository_tree', { ...web, recursive: true, limit: 3, max_items: 100 })
  t.ok(data.items.some(({ path }: { path: string }) => path === 'src/style.css'))
  t.ok((await sent()).every(line => line.includes('pagination=keyset')))
})

t.test('pitfall 8: an empty repository has no tree, and a default branch of null', async t => {
  t.equal((await call('list_repository_tree', { project: 'sam/dotfiles' })).status, 404)
  t.equal((await call('get_project', { project: 'sam/dotfiles' })).data.default_branch, null)
})

t.test('a branch is compared from where it parted', async t => {
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

t.test('a search over a group that the server cannot do is refused with the reason', async t => {
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

t.test('pitfall 8: a file that is too large to be told is refused with what fetches it', async t => {
  const { status, error } = await call('get_file', { ...files, file_path: 'large.txt' })
  t.equal(status, 422)
  t.match(error.details, { reason: 'cannot_be_honoured', suggestions: [/gitlab_download_file/] })
})

t.test('pitfall 8: a file of any size is fetched byte by byte', async t => {
  const url = '/v1/gitlab/repository/file/raw?project=acme/playground&ref=files&file_path=large.txt'
  const { rawPayload, headers } = await app.inject({ url, headers: { accept: 'application/octet-stream' } })
  t.equal(Buffer.compare(rawPayload, LARGE), 0)
  t.equal(headers['content-length'], String(LARGE.length))
})

t.test('pitfall 8: of base64 that is cut the beginning can be read', async t => {
  const { data, metadata } = await call('get_file', { ...files, file_path: 'logo.bin', max_chars: 1001 })
  t.strictSame([data.encoding, data.content.length], ['base64', 1000])
  t.ok(BINARY.subarray(0, 750).equals(Buffer.from(data.content, 'base64')))
  t.match(metadata.truncated, { reason: 'size' })
})

t.test('no letter is cut through', async t => {
  const { data } = await call('get_file', { ...files, file_path: 'smile.txt', max_chars: 101 })
  t.equal(data.content, '\u{1f600}'.repeat(50))
})
