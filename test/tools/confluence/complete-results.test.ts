import { applyPatch } from 'diff'
import t from 'tap'
import { lastOf } from '../../../sandbox/confluence/state/model.ts'
import { differenceOf } from '../../../src/tools/confluence/client/content/difference.ts'
import { getTree } from '../../../src/tools/confluence/client/pages/tree.ts'
import { clientAt, MODES, openWiki, pageNamed, turnFor, type Wiki } from '../../helpers/confluence.ts'

const ROOTS = 301

/** Top-level pages of the Playground. */
function addRoots({ site }: Wiki, many: number): void {
  const home = pageNamed({ site }, 'Playground Home')
  for (let number = 1; number <= many; number++) {
    const id = String(900_000 + number)
    const versions = home.versions.map(version => ({ ...version, title: `Root ${number}` }))
    site.pages.set(id, { ...home, id, versions })
  }
}

for (const mode of MODES)
  t.test(mode, async t => {
    const wiki = await openWiki(t, { mode })
    const { call, clear } = wiki
    t.afterEach(() => clear())

    t.test('a page with more labels than its response includes has all of them', async t => {
      const page = pageNamed(wiki, 'Target')
      page.labels = Array.from({ length: 60 }, (_, number) => `label-${number}`)
      const { data } = await call('get_page', { page_id: page.id })
      t.strictSame(
        data.metadata.labels.map(({ name }: { name: string }) => name),
        page.labels
      )
      t.equal((await call('add_labels', { page_id: page.id, labels: ['label-59'] })).data.changed, false)
    })

    t.test('of many children the first hundred are returned, with a note that there are more', async t => {
      const { id } = pageNamed(wiki, 'Engineering Home')
      for (const _ of [1, 2]) {
        const { data, metadata } = await call('get_page', { page_id: id, expand: ['children'], content_format: 'none' })
        t.equal(data.children.length, 100)
        t.match(metadata.warnings, [/first 100 children/])
      }
    })

    t.test('a page with a single layout is returned in whole blocks of it, and its parts together are complete', async t => {
      const { id } = pageNamed(wiki, 'Release plan')
      const whole = (await call('get_page', { page_id: id })).data.body.storage.value
      const parts: string[] = []
      for (let body_offset = 0; body_offset < whole.length; body_offset += parts.at(-1)?.length ?? whole.length) {
        const { data } = await call('get_page', { page_id: id, max_chars: 700, body_offset })
        parts.push(data.body.storage.value)
      }
      t.equal(parts.join(''), whole)
      t.ok(parts.length >= 4)
      for (const part of parts) t.match(part, /<\/(?:ac:)?[a-z0-9-]+>$|\/>$/, 'it ends where an element ends')
    })

    t.test('a space with many top-level pages has all of them', async t => {
      addRoots(wiki, ROOTS - 1)
      const { data, metadata } = await call('get_page_tree', { space_key: 'PLAY', depth: 1, on_timeout: 'partial' })
      t.equal(data.nodes.filter(({ depth }: { depth: number }) => depth === 0).length, ROOTS)
      t.strictSame([data.count, metadata.truncated], [data.nodes.length, undefined])
    })

    t.test('a tree that is too large to read at once is read page by page, and its parts together are complete', async t => {
      const wiki = await openWiki(t, { mode })
      const home = pageNamed(wiki, 'Alpha')
      const parents = [home.id, ...Array.from({ length: 12 }, (_, number) => String(700_001 + number))]
      for (let number = 1; number <= 200; number++) {
        const [id, parentId = home.id] = [String(700_000 + number), parents[number <= 12 ? 0 : (number % 12) + 1]]
        const versions = home.versions.map(version => ({ ...version, title: `Page ${number}` }))
        wiki.site.pages.set(id, { ...home, id, parentId, versions, position: number })
      }
      const client = await clientAt(mode, wiki.address)
      for (const depth of [1, 2, 4]) {
        const question = { space_key: 'PLAY', depth }
        const whole = await getTree(client, question, turnFor())
        for (const limits of [
          { nodes: 7, read: 10 },
          { nodes: 50, read: 1 },
          { nodes: 30, read: 5000 }
        ]) {
          const nodes: unknown[] = []
          for (let more: { nodes_cursor?: string } | undefined = {}; more; ) {
            const part: Awaited<ReturnType<typeof getTree>> = await getTree(client, { ...question, ...more }, turnFor(), limits)
            t.ok(part.count <= limits.nodes)
            nodes.push(...part.nodes)
            more = part.next_nodes_cursor === undefined ? undefined : { nodes_cursor: part.next_nodes_cursor }
          }
          t.strictSame(nodes, whole.nodes, `depth ${depth}, ${JSON.stringify(limits)}`)
        }
      }
    })

    t.test('a tree that takes too long is returned as far as it is known, and marked as truncated', async t => {
      const cut: unknown[] = []
      let looks = 0
      const turn = turnFor({ outOfTime: () => ++looks > 2, truncate: truncation => void cut.push(truncation) })
      const { nodes } = await getTree(await clientAt(mode, wiki.address), { space_key: 'PLAY', depth: 1 }, turn)
      t.equal(nodes.filter(({ depth }) => depth === 0).length, 10)
      t.match(cut, [{ reason: 'timeout' }])
    })
  })

const paragraphs = (word: string): string => Array.from({ length: 6000 }, (_, number) => `<p>${word} ${number}</p>`).join('')
const inLines = (storage: string): string => storage.replaceAll('</p>', '</p>\n')

t.test('versions are compared line by line, however slow the machine is', async t => {
  let now = Date.now()
  t.intercept(Date, 'now', { value: () => (now += 60_000) })
  const { isCoarse, patch } = differenceOf('<p>a</p><p>b</p><p>c</p>', '<p>A</p><p>b</p><p>C</p>', ['x', 'y'])
  t.notOk(isCoarse)
  t.match(patch, '-<p>a</p>\n+<p>A</p>\n <p>b</p>\n')
})

t.test('versions that have hardly a line in common are compared as one change, without a slow comparison', async t => {
  const wiki = await openWiki(t)
  const { id, versions } = pageNamed(wiki, 'Alpha')
  const last = lastOf(versions)
  const [before = '', after = ''] = ['old', 'new'].map(word => `<p>first</p><p>second</p><p>third</p>${paragraphs(word)}<p>end</p>`)
  versions.push({ ...last, number: last.number + 1, body: before }, { ...last, number: last.number + 2, body: after })
  const { status, data, metadata } = await wiki.call('compare_versions', { page_id: id, from_version: last.number + 1 })
  t.equal(status, 200)
  t.match(metadata.warnings, [/Too many lines differ/])
  t.strictSame([data.identical, data.added, data.removed], [false, 6000, 6000])
  t.match(data.diff, /^--- Alpha v2\n\+\+\+ Alpha v3\n@@ -2,6003 \+2,6003 @@\n <p>second<\/p>\n <p>third<\/p>\n-<p>old 0<\/p>/)
  t.equal(applyPatch(inLines(before), data.diff), inLines(after), 'it is a patch nevertheless')
})
