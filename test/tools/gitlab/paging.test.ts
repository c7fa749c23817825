import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { listen } from '../../helpers/listen.ts'

const { call, sent, clear, state } = await openGitlab(t)
t.beforeEach(() => clear())

const web = { project: 'acme/web', state: 'all', sort: 'asc' }
const numbers = (data: { items: { iid: number }[] }): number[] => data.items.map(({ iid }) => iid)
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

t.test('complaint 2: a list is walked to its end, nothing twice and nothing passed over', async t => {
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const { data } = await call('list_issues', { ...web, limit: 20, ...(cursor && { cursor }) })
    seen.push(...numbers(data))
    cursor = data.next_cursor ?? undefined
  } while (cursor)
  t.strictSame(seen, upTo(45))
})

t.test('max_items gathers pages, also where it ends within one', async t => {
  const { data } = await call('list_issues', { ...web, max_items: 33 })
  t.strictSame(numbers(data), upTo(33))
  const { data: rest } = await call('list_issues', { ...web, limit: 100, cursor: data.next_cursor })
  t.strictSame(numbers(rest), upTo(45).slice(33))
})

t.test('the total is told where GitLab counts', async t => {
  t.strictSame((await call('list_issues', { ...web, limit: 5 })).data.total, { value: 45, relation: 'eq' })
})

t.test('pitfall 3: without x-total the total is null, and has_next is still true', async t => {
  const { data, metadata } = await call('list_commits', { project: 'acme/web', limit: 2 })
  t.strictSame([data.total, typeof data.next_cursor], [null, 'string'])
  t.match(metadata.pagination, { total_count: null, total_pages: null, has_next: true })
})

t.test('page and per_page are answered in the words of the seed', async t => {
  const { data, metadata } = await call('list_issues', { ...web, page: 3, per_page: 20 })
  t.strictSame(numbers(data), upTo(45).slice(40))
  t.strictSame(metadata.pagination, { page: 3, per_page: 20, total_count: 45, total_pages: 3, has_next: false, has_previous: true })
})

t.test('per_page is 20 where only page is given', async t => {
  t.equal((await call('list_issues', { ...web, page: 1 })).data.items.length, 20)
})

t.test('a per_page over 100 is refused, and not clamped in silence', async t => {
  t.equal((await call('list_issues', { ...web, per_page: 101 })).status, 400)
  t.strictSame(await sent(), [])
})

t.test('complaint 2: the token of a keyset list comes from the Link header', async t => {
  const paths: string[] = []
  let cursor: string | undefined
  do {
    const { data } = await call('list_projects', { order_by: 'id', sort: 'asc', limit: 2, ...(cursor && { cursor }) })
    paths.push(...data.items.map(({ path }: { path: string }) => path))
    cursor = data.next_cursor ?? undefined
  } while (cursor)
  t.strictSame(
    paths,
    state.projects.map(({ path }) => path)
  )
  t.match(await sent(), [/pagination=keyset/, /id_after=2/, /id_after=4/])
})

t.test('a cursor of another list is refused', async t => {
  const { data } = await call('list_issues', { ...web, limit: 5 })
  const { status, error } = await call('list_issues', { ...web, state: 'closed', cursor: data.next_cursor })
  t.equal(status, 400)
  t.equal(error.details.issues[0].path, 'cursor')
})

t.test('what GitLab answers whole is told page by page', async t => {
  const { data } = await call('list_issue_links', { project: 'acme/web', issue_iid: 1, limit: 1 })
  t.strictSame([data.items.length, data.next_cursor, data.total], [1, null, { value: 1, relation: 'eq' }])
})

t.test('where something took all headers away, a full page is not the end', async t => {
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
