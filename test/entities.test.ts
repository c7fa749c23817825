// Text for people and models contains characters, not HTML entities.
import t from 'tap'
import { highestPermission } from '../src/contract/operation.ts'
import { temporaryFolder } from './helpers/app.ts'
import { goodExamples } from './helpers/catalog-rules.ts'
import { startGateway } from './helpers/gateway.ts'

const ENTITY = /&(?:[a-zA-Z]{2,12}|#\d{2,7}|#x[\da-fA-F]{2,6});/g
/** Code is shown unchanged, including HTML. */
const CODE = /^(`{3,})[^\n]*\n[\s\S]*?\n\1$|`[^`\n]+`/gm

const entitiesIn = (markdown: string): string[] => markdown.replaceAll(CODE, '').match(ENTITY) ?? []

t.test('no Markdown of any read of the sandbox contains an entity', async t => {
  const { url, catalog } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })
  const ask = async (id: string, input: unknown, accept: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', accept }
    return await (await fetch(`${url}/v1/operations/${id}`, { method: 'POST', headers, body: JSON.stringify(input) })).text()
  }
  const reads = catalog.operations.filter(({ permission, kind }) => highestPermission(permission) === 'read' && kind !== 'bulk')
  for (const operation of reads)
    for (const { name, input, given } of goodExamples(operation)) {
      if (given) continue
      const markdown = await ask(operation.id, input, 'text/markdown')
      t.strictSame(entitiesIn(markdown), [], `${operation.id} ${name}`)
    }
  // Pages that no example reads. One of them contains every form of an entity.
  for (const instance of ['sandbox', 'sandbox-dc']) {
    const found = JSON.parse(
      await ask('confluence_search', { query: 'type = page', query_language: 'cql', limit: 100, instance }, 'application/json')
    )
    t.ok(found.data.items.length > 5)
    for (const excerpt of ['indexed', 'highlight']) {
      const markdown = await ask('confluence_search', { query: 'plan', excerpt, instance }, 'text/markdown')
      t.match(markdown, /plan/i)
      t.strictSame(entitiesIn(markdown), [], `search, ${excerpt}`)
    }
    for (const { content } of found.data.items) {
      const page = await ask('confluence_get_page', { page_id: content.id, content_format: 'markdown', instance }, 'text/markdown')
      t.strictSame(entitiesIn(page), [], `page ${content.title}`)
    }
  }
})
