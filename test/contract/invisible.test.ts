import path from 'node:path'
import t from 'tap'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { streamSpec } from '../../src/contract/stream.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { startApp } from '../helpers/app.ts'
import { goodExamples } from '../helpers/catalog-rules.ts'
import { byName, fakeOperation } from '../helpers/fake-tool.ts'
import { HIDDEN, INVISIBLE } from '../helpers/invisible.ts'
import { rpc } from '../helpers/mcp.ts'

const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))

const WARNING = /invisible characters \(\d+ tag characters, \d+ zero-width characters\)/

/** The value with the hidden text in each of its texts. */
function planted(value: unknown): unknown {
  if (typeof value === 'string') return `${value}${HIDDEN}`
  if (Array.isArray(value)) return value.map(planted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, planted(one)]))
}

const hasText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && Object.values(value).some(hasText))

/** Operations that return the first example of each real one with hidden text, and render it in the same way. */
const plantings = catalog.operations.flatMap(operation => {
  const [example] = goodExamples(operation)
  if (!example || streamSpec(operation.output) || operation.kind === 'bulk' || !hasText(example.output)) return []
  const { output, markdown, id } = operation
  return [
    {
      id,
      data: planted(example.output),
      definition: fakeOperation(id, {}, () => planted(example.output), { output, ...(markdown && { markdown }) })
    }
  ]
})

t.test('hidden text in any output stays in JSON, is removed from Markdown and MCP, and all of them have a warning', async t => {
  t.ok(plantings.length > 200)
  t.equal(createCatalog(plantings.map(({ definition }) => definition)).operations.length, plantings.length)
  const { app } = await startApp(t, { definitions: plantings.map(({ definition }) => definition) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const { id, data } of plantings) {
    const json = await app.inject({ method: 'POST', url: `/v1/workshop/${id}`, payload: {} })
    const answer = json.json()
    t.strictSame(answer.data, data, `${id}: JSON is exact`)
    t.ok(
      answer.metadata.warnings?.some((warning: string) => WARNING.test(warning)),
      `${id}: JSON warns`
    )
    const headers = { accept: 'text/markdown' }
    const markdown = await app.inject({ method: 'POST', url: `/v1/workshop/${id}`, payload: {}, headers })
    t.notMatch(markdown.body, INVISIBLE, `${id}: Markdown`)
    t.match(markdown.body, WARNING, `${id}: Markdown warns`)
    const { result } = await rpc(url, 'tools/call', { name: `workshop_${id}`, arguments: {} })
    t.notMatch(JSON.stringify(result), INVISIBLE, `${id}: MCP`)
    t.match(result.content[0].text, WARNING, `${id}: MCP warns`)
  }
})

t.test('a failure that quotes hidden text shows it neither in Markdown nor over MCP', async t => {
  const failing = fakeOperation('fail', {}, (_, { fail }) => {
    throw fail('invalid_field_value', `No page "${HIDDEN}".`)
  })
  const { app } = await startApp(t, { definitions: [failing] })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const markdown = await app.inject({ method: 'POST', url: '/v1/workshop/fail', payload: {}, headers: { accept: 'text/markdown' } })
  t.match(markdown.body, 'No page "".')
  const { result } = await rpc(url, 'tools/call', { name: 'workshop_fail', arguments: {} })
  t.equal(result.isError, true)
  t.notMatch(JSON.stringify(result), INVISIBLE)
})

t.test('characters that emoji and scripts need cause no warning', async t => {
  const text = '👩‍👩‍👧 ❤️ می‌خواهم Donau\u00ADdampf'
  const { app } = await startApp(t, { definitions: [fakeOperation('plain', {}, () => ({ seen: text }))] })
  const answer = (await byName(app, 'workshop_plain', {})).json()
  t.equal(answer.data.seen, text)
  t.notOk(answer.metadata.warnings)
})
