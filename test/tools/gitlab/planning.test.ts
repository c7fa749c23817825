import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, operations, sent, requests, state } = await openGitlab(t)
t.beforeEach(() => clear())

const project = 'acme/sandpit'
const sandpit = state.projects.find(({ path }) => path === project)
/** Only these projects of a list, by this instance. */
const bounded = await openGitlab(t, { state, settings: { projects: ['acme/web'] } })

t.test('all labels of a project are returned, however many', async t => {
  for (let count = 0; count < 130; count++)
    sandpit?.labels.push({ id: 900_000 + count, name: `area::${count}`, color: '#000000', description: '', priority: null })
  const { data } = await call('list_labels', { project, search: 'area::', max_items: 1000, max_chars: 10_000_000 })
  t.strictSame([data.items.length, data.next_cursor, data.total], [130, null, { value: 130, relation: 'eq' }])
})

t.test('a label with a slash, a blank and a dot is encoded once', async t => {
  await call('create_label', { project, name: 'a/b c.d', color: 'red' })
  t.equal((await call('update_label', { project, name: 'a/b c.d', color: '#00ff00' })).data.color, '#00ff00')
  t.match(await sent(), [/^POST/, 'PUT projects/acme%2Fsandpit/labels/a%2Fb%20c.d'])
})

t.test('a label that exists is 409', async t => {
  const { status, error } = await call('create_label', { project, name: 'bug', color: 'red' })
  t.strictSame([status, error.details.reason], [409, 'already_exists'])
})

t.test('a renamed label keeps its issues', async t => {
  await call('create_label', { project, name: 'old', color: 'red' })
  const { data } = await call('create_issue', { project, title: 'Labelled', labels: ['old'] })
  await call('update_label', { project, name: 'old', new_name: 'new', clear: ['description'] })
  t.strictSame((await call('get_issue', { project, issue_iid: data.iid })).data.labels, ['new'])
})

t.test('a deleted label no longer exists', async t => {
  await call('create_label', { project, name: 'gone', color: 'red' })
  t.strictSame((await call('delete_label', { project, name: 'gone', confirm: true })).data, { name: 'gone', deleted: true })
  t.equal((await call('delete_label', { project, name: 'gone', confirm: true })).status, 404)
})

t.test('a milestone is found by its id, not by its number', async t => {
  t.equal((await call('get_milestone', { project, milestone_id: 1019 })).data.iid, 1)
  t.equal((await call('get_milestone', { project, milestone_id: 1 })).status, 404)
})

t.test('milestones are found by number, title and state', async t => {
  for (const question of [{ iids: [2] }, { title: 'Old release' }, { state: 'closed' }, { search: 'old' }])
    t.strictSame(
      (await call('list_milestones', { project, ...question })).data.items.map(({ title }: { title: string }) => title),
      ['Old release'],
      JSON.stringify(question)
    )
})

t.test('a milestone is closed, and its dates are cleared', async t => {
  const { data } = await call('create_milestone', { project, title: 'Sprint', start_date: '2026-01-01', due_date: '2026-02-01' })
  const answer = await call('update_milestone', { project, milestone_id: data.id, state_event: 'close', clear: ['due_date'] })
  t.match(answer.data, { state: 'closed', start_date: '2026-01-01', due_date: null })
})

t.test("a milestone that ends before it begins is refused with GitLab's message", async t => {
  const { status, error } = await call('create_milestone', { project, title: 'X', start_date: '2026-02-01', due_date: '2026-01-01' })
  t.equal(status, 422)
  t.match(error.details.issues, [{ path: 'due_date', message: 'must be greater than start date' }])
})

t.test('a release creates its tag, and keeps it when it is deleted', async t => {
  const { data } = await call('create_release', {
    project,
    tag: 'v2/beta',
    ref: 'main',
    description: 'New.',
    milestones: ['Spring release']
  })
  t.match(data, { tag: 'v2/beta', name: 'v2/beta', milestones: ['Spring release'] })
  t.equal((await call('get_release', { project, tag: 'v2/beta' })).data.untrusted, true)
  await call('delete_release', { project, tag: 'v2/beta', confirm: true })
  t.equal((await call('get_release', { project, tag: 'v2/beta' })).status, 404)
  t.equal((await call('get_tag', { project, tag: 'v2/beta' })).status, 200)
})

t.test('a tag is deleted with its release, as the confirmation states', async t => {
  await call('create_release', { project, tag: 'v3', ref: 'main' })
  t.match(operations.find(({ id }) => id === 'gitlab_delete_tag')?.message?.({ project, tag: 'v3' }), /, and its release/)
  t.equal((await call('delete_tag', { project, tag: 'v3', confirm: true })).status, 200)
  t.equal((await call('get_release', { project, tag: 'v3' })).status, 404)
  t.notOk((await call('list_releases', { project })).data.items.some(({ tag }: { tag: string }) => tag === 'v3'))
})

t.test("a release without tag and ref is refused with GitLab's message", async t => {
  t.match((await call('create_release', { project, tag: 'v9' })).error, { message: /Ref is not specified/ })
})

t.test('a wiki page is created, updated, moved and deleted', async t => {
  const { data } = await call('create_wiki_page', { project, title: 'how to/begin here', content: 'One' })
  t.equal(data.slug, 'how-to/begin-here')
  t.equal((await call('update_wiki_page', { project, slug: data.slug, content: 'Two' })).data.content, 'Two')
  t.equal((await call('update_wiki_page', { project, slug: data.slug, title: 'begin' })).data.slug, 'begin')
  t.equal((await call('delete_wiki_page', { project, slug: 'begin', confirm: true })).data.deleted, true)
})

t.test('a list of wiki pages omits their content', async t => {
  t.equal((await call('list_wiki_pages', { project: 'acme/web' })).data.items[0].content, null)
  t.match((await call('list_wiki_pages', { project: 'acme/web', full: true })).data.items[0].content, /# Web/)
})

t.test('the content of a wiki page is marked as untrusted', async t => {
  t.equal((await call('get_wiki_page', { project: 'acme/web', slug: 'guides/setup' })).data.untrusted, true)
})

t.test('a snippet returns its first file, or the requested one', async t => {
  const snippet = { project: 'acme/web', snippet_id: 10001 }
  t.match((await call('get_snippet', snippet)).data, { file_path: 'query.sql', content: 'select 1;\n' })
  t.match((await call('get_snippet', { ...snippet, file_path: 'notes.md' })).data, { content: 'Once a week.\n' })
  t.match((await call('get_snippet', { ...snippet, file_path: 'none' })).error.details.issues, [{ expected: /query\.sql, notes\.md/ }])
})

t.test('files of a snippet are added, moved and deleted', async t => {
  const { data } = await call('create_snippet', { project, title: 'T', files: [{ file_path: 'a', content: '1' }] })
  const files = [
    { action: 'move', file_path: 'b', previous_path: 'a' },
    { action: 'create', file_path: 'c', content: '3' }
  ]
  t.strictSame((await call('update_snippet', { project, snippet_id: data.id, files })).data.files, ['b', 'c'])
  await call('delete_snippet', { project, snippet_id: data.id, confirm: true })
  t.equal((await call('get_snippet', { project, snippet_id: data.id })).status, 404)
})

const SCOPES: [scope: string, words: string, found: Record<string, unknown>][] = [
  ['issues', 'price list', { iid: 2, title: 'Write the price list', state: 'opened' }],
  ['merge_requests', 'dark', { iid: 1, title: 'Add a dark mode' }],
  ['milestones', 'spring', { iid: 1, title: 'Spring release' }],
  ['snippet_titles', 'count', { id: 10001, title: 'Count the rows' }],
  ['users', 'ada', { id: 2, title: 'Ada Lovelace', path: 'ada' }],
  ['blobs', 'keep(form)', { path: 'src/form.js', ref: 'main', start_line: 1 }],
  ['commits', 'keep what', { title: 'Keep what was typed', path: /^[0-9a-f]{40}$/ }],
  ['wiki_blobs', 'script', { path: 'guides/setup.md', excerpt: /Run the script/ }],
  ['notes', 'firefox', { iid: 1, title: 'Issue', excerpt: 'Seen with Firefox, too.' }]
]
for (const [scope, search, found] of SCOPES) {
  t.test(`search finds ${scope}`, async t => {
    const { data } = await call('search', { project: 'acme/web', scope, search })
    t.match(data.items[0], found)
    t.equal(data.untrusted, true)
  })
}

t.test('search covers a group, or everything', async t => {
  t.match((await call('search', { group: 'acme', scope: 'projects', search: 'tools' })).data.items, [{ path: 'acme/platform/tools' }])
  t.match((await call('search', { everywhere: true, scope: 'users', search: 'bea' })).data.items, [{ path: 'bea' }])
  t.match((await requests()).map(({ path }) => path).slice(-1), [/\/api\/v4\/search$/])
})

t.test("a search that needs an index is refused with GitLab's message", async t => {
  const { status, error } = await call('search', { everywhere: true, scope: 'blobs', search: 'x' })
  t.equal(status, 422)
  t.match(error.message, /advanced search/)
})

t.test('an instance that is limited to projects does not search everywhere', async t => {
  t.equal((await bounded.call('search', { everywhere: true, scope: 'issues', search: 'x' })).status, 403)
  t.equal((await bounded.call('list_labels', { project })).status, 403)
})

t.test('a group has milestones and a wiki, too', async t => {
  const of = { group: 'acme' }
  const { data: made } = await call('create_milestone', { ...of, title: 'All teams', due_date: '2027-01-01' })
  t.match(made, { title: 'All teams', group_id: 10, project_id: null })
  const name = { ...of, milestone_id: made.id }
  t.match((await call('update_milestone', { ...name, description: 'Together' })).data, { description: 'Together' })
  t.match((await call('list_milestones', of)).data.items, [{ id: made.id }])
  t.equal((await call('get_milestone', { project: 'acme/web', milestone_id: made.id })).status, 404)
  t.equal((await call('delete_milestone', { ...name, confirm: true })).status, 200)
  t.equal((await call('get_milestone', name)).status, 404)
  await call('create_wiki_page', { ...of, title: 'Guides/Start', content: 'Begin here.' })
  const page = { ...of, slug: 'Guides/Start' }
  t.equal((await call('get_wiki_page', page)).data.content, 'Begin here.')
  t.equal((await call('update_wiki_page', { ...page, content: 'Begin there.' })).data.content, 'Begin there.')
  t.match((await call('list_wiki_pages', of)).data.items, [{ slug: 'Guides/Start' }])
  t.equal((await call('delete_wiki_page', { ...page, confirm: true })).status, 200)
  t.equal((await call('list_wiki_pages', of)).data.items.length, 0)
  t.equal((await call('list_milestones', { ...of, project: 'acme/web' })).status, 400)
})

t.test('an asset is downloaded from the files of its project only', async t => {
  const tools = state.projects.find(({ path }) => path === 'acme/platform/tools')
  const release = tools?.releases.find(({ tag }) => tag === 'v1.0')
  if (!release) throw new Error('there is no release')
  const api = 'https://gitlab.example.com/api/v4/projects'
  const assets = [
    ['own', `${api}/2/packages/generic/app/1.0.0/app.bin`, 200],
    ['by-path', `${api}/acme%2Fplatform%2Ftools/packages/generic/app/1.0.0/app.bin`, 200],
    ['variables', `${api}/1/variables`, 422],
    ['own-variables', `${api}/2/variables`, 422],
    ['parent', `${api}/2/packages/../../1/variables`, 422],
    ['encoded', `${api}/2/packages/..%2F..%2F1/variables`, 422]
  ] as const
  for (const [index, [name, url]] of assets.entries())
    release.links.push({ id: 930_000 + index, name, url, link_type: 'other', filepath: `/${name}` })
  for (const [asset_path, , expected] of assets) {
    const { status, text } = await call('download_release_asset', { project: 'acme/platform/tools', tag: 'v1.0', asset_path })
    t.equal(status, expected, `${asset_path}: ${text}`)
  }
  t.notMatch((await sent()).join('\n'), /\d\/variables/)
})
