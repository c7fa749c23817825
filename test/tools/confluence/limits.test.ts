import path from 'node:path'
import t, { type Test } from 'tap'
import { createWorkerPool } from '../../../src/lib/threads/worker-pool.ts'
import { type Cache, createCache } from '../../../src/tools/confluence/client/cache/cache.ts'
import type { WriteMarker } from '../../../src/tools/confluence/client/cache/write-marker.ts'
import type { Task, TaskArguments, TaskName } from '../../../src/tools/confluence/client/content/task-functions.ts'
import { runTextTask } from '../../../src/tools/confluence/client/content/text-tasks.ts'
import type { Page, Space } from '../../../src/tools/confluence/schemas.ts'
import { openWiki, turnFor } from '../../helpers/confluence.ts'

/** The seed's, in milliseconds. */
const RESPONSE_TIMES = { get: 5000, create: 10_000, update: 10_000, search: 15_000, list: 10_000, spaces: 5000, attachments: 5000 }
const MINUTE_MS = 60_000

/** The caller if no key is required. */
const CALLER = { id: 'local', scopes: ['*'] }

const ROW = '<tr><td><p>alpha <strong>b</strong></p></td><td><p>beta</p></td></tr>'

t.test('through the gateway', async t => {
  const wiki = await openWiki(t)
  const { app, call, requests, clear, operations, site } = wiki
  t.beforeEach(() => clear())

  t.test("each operation of the seed has the seed's response time as its deadline", async t => {
    const deadlines = Object.keys(RESPONSE_TIMES).map(name => {
      const operation = operations.find(({ aliases }) => aliases.some(({ when }) => when?.['operation'] === name))
      return [name, operation?.timeout_ms]
    })
    t.strictSame(Object.fromEntries(deadlines), RESPONSE_TIMES)
    const { data } = (await app.inject('/v1/catalog/confluence_search')).json()
    t.equal(data.timeout_ms, RESPONSE_TIMES.search, 'and it is documented')
  })

  t.test('a limit is 25 by default and 1 to 100 otherwise; a start is at least 0', async t => {
    const { data, metadata } = await call('list_pages', { space_key: 'ENG' })
    t.strictSame([data.items.length, metadata.pagination.start, metadata.pagination.limit], [25, 0, 25])
    for (const limit of [1, 100]) t.equal((await call('list_pages', { space_key: 'ENG', limit })).data.items.length, limit)
    for (const [name, input] of [
      ['list_pages', { space_key: 'ENG' }],
      ['list_spaces', {}],
      ['search', { query: 'type = page' }],
      ['list_attachments', { page_id: '65540' }]
    ] as const) {
      t.match((await call(name, input)).metadata.pagination, { start: 0, limit: 25 }, name)
      t.match((await call(name, { ...input, start: 1, limit: 1 })).metadata.pagination, { start: 1, limit: 1, size: 1 }, name)
      for (const wrong of [{ limit: 0 }, { limit: 101 }, { start: -1 }, { limit: 2.5 }])
        t.equal((await call(name, { ...input, ...wrong })).status, 400, `${name} ${JSON.stringify(wrong)}`)
    }
  })

  t.test('a page of more than 10 MB is refused, and can be read without its body', async t => {
    const [page] = [...site.pages.values()].filter(({ space }) => space.key === 'HR')
    const [version] = page?.versions ?? []
    if (version) version.body = `<p>${'x'.repeat(11 * 1024 * 1024)}</p>`
    const { status, error } = await call('get_page', { page_id: page?.id })
    t.equal(status, 502)
    t.match(error, { message: /more than 10485760 bytes/, details: { outcome: 'not_executed' } })
    t.equal((await call('get_page', { page_id: page?.id, content_format: 'none' })).status, 200)
  })

  t.test('other callers are served while large bodies are converted', async t => {
    const [large, small] = [...site.pages.values()].filter(({ space }) => space.key === 'ENG')
    const version = large?.versions.at(-1)
    if (version) version.body = `${'<b>'.repeat(500)}${'</b>'.repeat(500)}`
    const leaving = new AbortController()
    // Exceeds its time limit. Meanwhile there is no thread for more work of the same caller.
    const held = runTextTask('fromMarkdown', ['*a* '.repeat(1_200_000), ''], { ...turnFor(), caller: CALLER, signal: leaving.signal })
    const over: string[] = []
    const asked = (
      [
        ['Markdown of a page', 'get_page', { content_format: 'markdown', no_cache: true }],
        ['a page of Markdown', 'add_comment', { content: '- *some* `words`\n'.repeat(800), content_format: 'markdown' }],
        ['a page of storage', 'update_page', { content: ROW.repeat(1000) }]
      ] as const
    ).map(async ([what, name, input]) => {
      const { status } = await call(name, { ...input, page_id: large?.id })
      over.push(what)
      t.ok(status < 300, what)
    })
    for (let others = 0; others < 3; others++) t.equal((await call('get_page', { page_id: small?.id, no_cache: true })).status, 200)
    t.strictSame(over, [], 'three of other callers were served before any of that was done')
    leaving.abort(new Error('gone'))
    await t.rejects(held, { message: 'gone' })
    await Promise.all(asked)
  })

  const shows = (html: string): string | undefined => {
    const [page] = [...site.pages.values()].filter(({ space }) => space.key === 'ENG')
    const version = page?.versions.at(-1)
    if (version) version.body = html
    return page?.id
  }

  for (const [what, html] of [
    ['elements that nothing ends', '<b>'.repeat(30_000)],
    ['one element more than may be', `${'<i>'.repeat(501)}x${'</i>'.repeat(501)}`]
  ] as const)
    t.test(`a body that is nested too deeply for Markdown is refused, and can be read as storage: ${what}`, async t => {
      const page_id = shows(html)
      const { status, error } = await call('get_page', { page_id, content_format: 'markdown', no_cache: true })
      t.equal(status, 422)
      t.match(error, { message: /more than 500 levels deep/, details: { reason: 'cannot_be_honoured', outcome: 'not_executed' } })
      t.match(error.details.suggestions, [/content_format storage/])
      t.equal((await call('get_page', { page_id, no_cache: true })).status, 200)
    })

  for (const [what, html, words] of [
    ['of elements that end themselves', `${'<b/>'.repeat(30_000)}x`, 'x'],
    ['as deep as may be', `${'<i>'.repeat(500)}x${'</i>'.repeat(500)}`, 'x'],
    ['of tags that never end', 'y<a'.repeat(1500), 'y'],
    ['of what are not tags', 'x<y '.repeat(8000), 'x'],
    ['of tags in a comment', `<p>x</p><!-- ${'<b> '.repeat(501)}-->`, 'x'],
    ['of less-than signs in a script', `<p>x</p><script>${'i<n;'.repeat(501)}</script>`, 'x'],
    ['of terms whose descriptions end them', `<dl>${'<dt>x<p>y'.repeat(300)}</dl>`, 'x']
  ] as const)
    t.test(`a body that is nested no deeper is read as Markdown: ${what}`, async t => {
      const { status, data } = await call('get_page', { page_id: shows(html), content_format: 'markdown', no_cache: true })
      t.equal(status, 200)
      t.match(data?.body.markdown.value, words)
    })

  t.test('text that a page hides from readers is not in its Markdown, with a warning each time', async t => {
    const html = `<p>Shown</p><p style="display:none">SECRET</p><p style="color:#fff">SECRET</p>
      <table><tr><th data-highlight-colour="#0747a6"><p style="color:#ffffff">Header</p></th></tr></table>`
    const page_id = shows(html)
    for (const no_cache of [true, false, false]) {
      const { data, metadata } = await call('get_page', { page_id, content_format: 'markdown', no_cache })
      t.match(data.body.markdown.value, /Shown[\s\S]*Header/)
      t.notMatch(data.body.markdown.value, 'SECRET')
      t.match(metadata.warnings, [/Hidden text was omitted \(12 characters\)/])
      t.notOk('warnings' in data)
    }
  })

  t.test('conversions for jobs of a key do not delay its own calls', async t => {
    const large = '<p><b>x</b></p>'.repeat(20_000)
    const ended: string[] = []
    const task = async (lane: 'calls' | 'bulk', html: string): Promise<void> => {
      const who = { caller: { id: 'alice', scopes: [] }, signal: AbortSignal.timeout(60_000), client: { lane } }
      await runTextTask('toMarkdown', [html], who)
      ended.push(lane)
    }
    await Promise.all([...Array.from({ length: 3 }, () => task('bulk', large)), task('calls', `<p>${'x'.repeat(400)}</p>`)])
    t.not(ended.at(-1), 'calls')
  })

  t.test('a list and a search collect at most a thousand items in one call', async t => {
    const [model] = [...site.pages.values()].filter(({ space }) => space.key === 'OLD')
    for (let number = 0; model && number < 1100; number++) {
      const versions = model.versions.map(version => ({ ...version, title: `Many ${String(number).padStart(4, '0')}` }))
      const id = site.newId()
      site.pages.set(id, { ...model, id, versions, labels: ['many'] })
    }
    for (const [name, input] of [
      ['list_pages', { space_key: 'OLD', order_by: 'title' }],
      ['search', { query: 'label = "many" order by title', excerpt: 'none' }]
    ] as const) {
      await clear()
      const { data } = await call(name, { ...input, max_items: 1000, limit: 100, max_chars: 10_000_000 })
      t.equal(data.items.length, 1000, name)
      t.type(data.next_cursor, 'string', name)
      t.ok((await requests()).length <= 11, name)
      t.match((await call(name, { ...input, max_items: 1001 })).error.details.issues, [{ path: 'max_items' }], name)
    }
  })
})

t.test('a conversion that takes too long is refused, with an alternative', async t => {
  const module = path.join(import.meta.dirname, '../../../src/tools/confluence/client/content/serve-text-tasks.ts')
  const threads = createWorkerPool<Task>({ module, name: 'texts', timeout_ms: 1, max_memory_mb: 512 }, 2)
  const refused = <K extends TaskName>(task: K, given: TaskArguments[K]) =>
    runTextTask(task, given, turnFor(), threads).then(
      () => undefined,
      error => error
    )
  const text = 'x'.repeat(100_000)
  for (const [error, suggestion] of [
    [await refused('toMarkdown', [text]), /content_format storage; split/],
    [await refused('fromMarkdown', [text, '']), /with content_format storage, or split the content/],
    [await refused('differenceOf', [text, text, ['a', 'b']]), /confluence_get_page/],
    [await refused('faultIn', [text]), /^Split the content/],
    [await refused('blockEnd', [text, 0]), /fewer characters/]
  ] as const)
    t.match(error, {
      reason: 'cannot_be_honoured',
      message: /: it takes longer than 0.001 s\.$/,
      details: { outcome: 'not_executed', suggestions: [suggestion] }
    })
})

/** As if only this process wrote. */
const mark = (): WriteMarker => {
  let writes = 0
  return {
    read: async () => String(writes),
    async change() {
      writes++
    }
  }
}

const clock = () => {
  const at = { now: 1_000_000 }
  return { at, now: () => at.now }
}

const page = (id: number, characters = 10, format: 'storage' | 'markdown' = 'storage'): Page => ({
  id: String(id),
  type: 'page',
  status: 'current',
  title: 'x',
  space: { id: '1', key: 'K', name: 'N', type: 'global', status: 'current' },
  version: { number: 1, when: null, by: null, message: null, minor_edit: null, sync_rev: null, conf_rev: null },
  parent_id: null,
  ancestors: null,
  children: null,
  body: {
    storage: null,
    view: null,
    export_view: null,
    styled_view: null,
    editor: null,
    atlas_doc_format: null,
    markdown: null,
    [format]: { value: 'x'.repeat(characters), representation: format, embedded_content: null }
  },
  metadata: { labels: null, frontend_url: null, created: null, created_by: null, properties: null },
  restrictions: null,
  extensions: null
})

const space: Space = {
  ...page(1).space,
  description: null,
  homepage: null,
  metadata: { labels: null, created: null, created_by: null, frontend_url: null },
  permissions: null,
  settings: null
}

const listed = <Item>(item: Item) => ({
  listed: { items: [item], next_cursor: null, total: null },
  pagination: { start: 0, limit: 25, size: 1, total_size: null }
})
const found = {
  ...listed({
    entity_type: 'content' as const,
    title: 'x',
    excerpt: null,
    url: null,
    content: null,
    space: null,
    result_global_container: null,
    breadcrumbs: [],
    icon_css_class: null,
    last_modified: null,
    friendly_last_modified: null
  }),
  duration_ms: null
}

const asked = (input: number) => ({ caller: { id: 'a' }, input, no_cache: false })

/** Adds an entry to each of the four caches. */
const keep: Readonly<Record<'page' | 'space' | 'spaces' | 'search', (cache: Cache, input: number) => Promise<unknown>>> = {
  page: (cache, input) => cache.page(asked(input), async () => page(input)),
  space: (cache, input) => cache.space(asked(input), async () => space),
  spaces: (cache, input) => cache.spaces(asked(input), async () => listed(space)),
  search: (cache, input) => cache.search(asked(input), async () => found)
}
const SHELVES = ['page', 'space', 'spaces', 'search'] as const

/** Whether it is still cached: a cached entry is not requested again, and a request for another fails. */
async function knows(cache: Cache, cached: keyof typeof keep, input: number): Promise<boolean> {
  const missing = async (): Promise<never> => {
    throw new Error('it is not known')
  }
  const result: Promise<unknown> = cache[cached](asked(input), missing)
  return await result.then(
    () => true,
    () => false
  )
}

const countKnown = async (cache: Cache, cached: keyof typeof keep, of: number): Promise<number> => {
  let count = 0
  for (let input = 0; input < of; input++) if (await knows(cache, cached, input)) count++
  return count
}

const AGES: readonly (readonly [cached: keyof typeof keep, minutes: number])[] = [
  ['page', 5],
  ['space', 15],
  ['spaces', 15],
  ['search', 1]
]

for (const [cached, minutes] of AGES) {
  t.test(`the cache keeps ${cached} for ${minutes} min and no longer`, async t => {
    const { at, now } = clock()
    const cache = createCache(mark(), now)
    await keep[cached](cache, 1)
    at.now += minutes * MINUTE_MS
    t.equal(await knows(cache, cached, 1), true)
    at.now += 1
    t.equal(await knows(cache, cached, 1), false)
  })
}

t.test('the cache keeps at most the latest hundred entries', async t => {
  const cache = createCache(mark())
  let kept = 0
  for (const cached of SHELVES) {
    for (let input = 0; input < 200; input++) await keep[cached](cache, input)
    kept += await countKnown(cache, cached, 200)
    t.equal(await knows(cache, cached, 199), true, cached)
  }
  t.equal(kept, 100)
})

t.test('the cache is bounded in size: large pages evict older ones, and one that exceeds the whole cache is not kept', async t => {
  const cache = createCache(mark())
  const keepLarge = async (t: Test, input: number, characters: number): Promise<void> => {
    const one = page(input, characters, input % 2 === 0 ? 'storage' : 'markdown')
    t.equal(await cache.page(asked(input), async () => one), one, 'it is returned nevertheless')
  }
  for (let input = 0; input < 5; input++) await keepLarge(t, input, 3 * 1024 * 1024)
  t.strictSame(await Promise.all([0, 1, 2, 3, 4].map(input => knows(cache, 'page', input))), [false, false, true, true, true])
  await keepLarge(t, 9, 13 * 1024 * 1024)
  t.equal(await knows(cache, 'page', 9), false)
  t.equal(await knows(cache, 'page', 4), true)
})

t.test('a write clears the cache, including reads that started before it and ended after it', async t => {
  const cache = createCache(mark())
  for (const cached of SHELVES) await keep[cached](cache, 1)
  const late = cache.page(asked(2), async () => {
    await cache.forget()
    return page(2)
  })
  t.match(await late, { id: '2' })
  for (const cached of SHELVES) t.equal(await knows(cache, cached, 1), false, cached)
  t.equal(await knows(cache, 'page', 2), false)
})

t.test('no_cache reads again, and drops the cached entry', async t => {
  const cache = createCache(mark())
  await keep.page(cache, 1)
  const fresh = page(7)
  t.equal(await cache.page({ ...asked(1), no_cache: true }, async () => fresh), fresh)
  t.equal(await knows(cache, 'page', 1), false)
})
