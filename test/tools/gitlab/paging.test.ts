import t from 'tap'
import { addCommit, type Blob, resolve } from '../../../sandbox/gitlab/state/repository.ts'
import { startApp } from '../../helpers/app.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { listen } from '../../helpers/listen.ts'

const { call, sent, clear, state, failNext } = await openGitlab(t)
t.beforeEach(() => clear())

const web = { project: 'acme/web', state: 'all', sort: 'asc' }
const numbers = (data: { items: { iid: number }[] }): number[] => data.items.map(({ iid }) => iid)
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

t.test('a list is read to its end, without duplicates or gaps', async t => {
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const { data } = await call('list_issues', { ...web, limit: 20, ...(cursor && { cursor }) })
    seen.push(...numbers(data))
    cursor = data.next_cursor ?? undefined
  } while (cursor)
  t.strictSame(seen, upTo(45))
})

t.test('max_items collects pages, even if it ends within one', async t => {
  const { data } = await call('list_issues', { ...web, max_items: 33 })
  t.strictSame(numbers(data), upTo(33))
  const { data: rest } = await call('list_issues', { ...web, limit: 100, cursor: data.next_cursor })
  t.strictSame(numbers(rest), upTo(45).slice(33))
})

t.test('the total is returned if GitLab counts', async t => {
  t.strictSame((await call('list_issues', { ...web, limit: 5 })).data.total, { value: 45, relation: 'eq' })
})

t.test('without x-total the total is null, and has_next is still true', async t => {
  const { data, metadata } = await call('list_commits', { project: 'acme/web', limit: 2 })
  t.strictSame([data.total, typeof data.next_cursor], [null, 'string'])
  t.match(metadata.pagination, { total_count: null, total_pages: null, has_next: true })
})

t.test('page and per_page return the pagination of the seed', async t => {
  const { data, metadata } = await call('list_issues', { ...web, page: 3, per_page: 20 })
  t.strictSame(numbers(data), upTo(45).slice(40))
  t.strictSame(metadata.pagination, { page: 3, per_page: 20, total_count: 45, total_pages: 3, has_next: false, has_previous: true })
})

t.test('per_page is 20 if only page is given', async t => {
  t.equal((await call('list_issues', { ...web, page: 1 })).data.items.length, 20)
})

t.test('a per_page over 100 is refused, and not silently reduced', async t => {
  t.equal((await call('list_issues', { ...web, per_page: 101 })).status, 400)
  t.strictSame(await sent(), [])
})

t.test('the token of a keyset list comes from the Link header', async t => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { data } = await call('list_projects', { order_by: 'id', sort: 'asc', limit: 2, ...(cursor && { cursor }) })
    seen.push(...data.items.map(({ path }: { path: string }) => path))
    cursor = data.next_cursor ?? undefined
  } while (cursor)
  t.strictSame(
    seen,
    state.projects.map(({ path }) => path)
  )
  t.match(await sent(), [/pagination=keyset/, /id_after=2/, /id_after=4/, /id_after=5/])
})

const paths = ({ items }: { items: { path: string }[] }): string[] => items.map(({ path }) => path)

/** A folder with this number of files on the main branch of a new project. */
function fillFolder(folder: string, count: number): string {
  const project = state.projects.find(({ path }) => path === 'acme/sandpit')
  const tip = project && resolve(project.repository, 'main')
  if (!tip) throw new Error('there is no sandpit')
  const { id: _, ...content } = tip
  const tree = new Map<string, Blob>(tip.tree)
  for (let number = 0; number < count; number++) tree.set(`${folder}/${number}`, { bytes: Buffer.from('x'), executable: false })
  const { id: sha } = addCommit(project.repository, { ...content, parents: [tip.id], tree })
  project.repository.branches.set('main', { name: 'main', sha, protected: true })
  return folder
}

t.test('a tree whose last page is full ends with it', async t => {
  const { data, metadata } = await call('list_repository_tree', { project: 'acme/sandpit', path: fillFolder('full', 25) })
  t.strictSame([data.items.length, data.next_cursor, metadata.pagination.has_next], [25, null, false])
})

t.test('a folder of 100 files, collected over tokens, has each file once', async t => {
  const { data } = await call('list_repository_tree', {
    project: 'acme/sandpit',
    path: fillFolder('hundred', 100),
    max_items: 1000,
    max_chars: 10_000_000
  })
  t.strictSame([data.items.length, new Set(paths(data)).size, data.next_cursor], [100, 100, null])
})

t.test('a keyset list whose last page is full ends with the empty page after it', async t => {
  const asked = { order_by: 'id', sort: 'desc', limit: 5 }
  const { data } = await call('list_projects', asked)
  t.equal(data.items.length, 5)
  const { data: rest } = await call('list_projects', { ...asked, cursor: data.next_cursor })
  t.strictSame([rest.items, rest.next_cursor], [[], null])
})

t.test('past the end, no total is invented', async t => {
  const { data, metadata } = await call('list_commits', { project: 'acme/web', page: 50 })
  t.strictSame([data.items, data.total, metadata.pagination.total_pages, metadata.pagination.has_next], [[], null, null, false])
})

t.test('a list that GitLab returns as a whole can also be read by page number, and has an end', async t => {
  const pageAt = async (page: number) => {
    const { data, metadata } = await call('list_wiki_pages', { project: 'acme/playground', page, per_page: 1 })
    return [data.items.map(({ slug }: { slug: string }) => slug), metadata.pagination]
  }
  const counted = { per_page: 1, total_count: 2, total_pages: 2 }
  t.strictSame(await pageAt(1), [['home'], { page: 1, ...counted, has_next: true, has_previous: false }])
  t.strictSame(await pageAt(2), [['guides/setup'], { page: 2, ...counted, has_next: false, has_previous: true }])
  t.strictSame(await pageAt(9), [[], { page: 9, ...counted, has_next: false, has_previous: true }])
})

/** Two issues, with these headers instead of GitLab's. */
const answered = async (headers: Record<string, string>) => {
  const body = [{ iid: 1 }, { iid: 2 }]
  await failNext({ path: '/issues' }, { status: 200, body, headers: { 'content-type': 'application/json', ...headers } })
  return await call('list_issues', { ...web, limit: 2 })
}

t.test('a link with another relation, as proxies add them, does not end a list', async t => {
  const { data } = await answered({ link: '</x.css>; rel=preload', 'x-next-page': '2' })
  t.equal(data.total, null)
  t.strictSame(numbers((await call('list_issues', { ...web, limit: 2, cursor: data.next_cursor })).data), [3, 4])
})

t.test('a next link in an unknown format is refused, and does not lead to the first page again', async t => {
  const { status, error } = await answered({ link: '<http://h/api/v4/projects/1/issues?after=9&per_page=2>; rel="next"' })
  t.equal(status, 502)
  t.match(error.details, { retryable: false, suggestions: [/page and per_page/] })
})

t.test('max_items is a maximum even if a page by number holds more, and the next page has the rest', async t => {
  const { data, metadata } = await call('list_issues', { ...web, max_items: 5, per_page: 20 })
  t.strictSame([numbers(data), metadata.pagination.has_next], [upTo(5), true])
  const { data: rest } = await call('list_issues', { ...web, limit: 100, cursor: data.next_cursor })
  t.strictSame(numbers(rest), upTo(20).slice(5))
})

t.test('if GitLab does not omit its own notes, comments are not counted with them', async t => {
  const note = (id: number, system: boolean) => ({ id, system, body: 'x', author: null, created_at: '2026-03-01T09:00:00Z' })
  const listed = async (headers: Record<string, string>) => {
    const body = [note(1, false), note(2, true)]
    await failNext({ path: '/notes' }, { status: 200, body, headers: { 'content-type': 'application/json', ...headers } })
    const { data, metadata } = await call('list_merge_request_comments', { project: 'acme/web', merge_request_iid: 1 })
    return [data.items.length, data.total, metadata.pagination.total_count, metadata.pagination.has_next]
  }
  t.strictSame(await listed({ 'x-total': '2', 'x-next-page': '' }), [1, { value: 1, relation: 'eq' }, 1, false])
  t.strictSame(await listed({ 'x-total': '40', 'x-next-page': '2' }), [1, null, null, true])
})

t.test('a cursor of another list is refused', async t => {
  const { data } = await call('list_issues', { ...web, limit: 5 })
  const { status, error } = await call('list_issues', { ...web, state: 'closed', cursor: data.next_cursor })
  t.equal(status, 400)
  t.equal(error.details.issues[0].path, 'cursor')
})

t.test('an unpaginated list of GitLab is returned in pages', async t => {
  const { data } = await call('list_issue_links', { project: 'acme/web', issue_iid: 1, limit: 1 })
  t.strictSame([data.items.length, data.next_cursor, data.total], [1, null, { value: 1, relation: 'eq' }])
})

t.test('if a proxy removed all headers, a full page is not the end', async t => {
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: from + index, iid: from + index }))
  const server = await listen(t, (response, { url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(url.includes('/version') ? {} : rows(page * 10, page === 3 ? 1 : 2)))
  })
  const settings = { url: server.url, token: 'glpat-x', max_retries: 0 }
  const { app } = await startApp(t, { system: 'gitlab', systems: { gitlab: { instances: { main: settings } } } })
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const { data } = (await app.inject({ url: `/v1/gitlab/issues?project=a/b&limit=2${cursor && `&cursor=${cursor}`}` })).json()
    seen.push(...numbers(data))
    if (data.next_cursor === null) break
    cursor = data.next_cursor
  }
  t.strictSame(seen, [10, 11, 20, 21, 30])
})
