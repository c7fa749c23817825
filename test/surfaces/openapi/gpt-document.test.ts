import path from 'node:path'
import t from 'tap'
import { documentsOf } from '../../../script/document.ts'
import { GPT_PATH, packsOf } from '../../../src/catalog/packs.ts'
import { ASYNC_NAMES, canRunAsJob, inputOf } from '../../../src/catalog/reserved-inputs.ts'
import { filterDocument } from '../../../src/surfaces/openapi/filter.ts'
import { gptDocument } from '../../../src/surfaces/openapi/gpt-document.ts'
import { gptFilter } from '../../../src/surfaces/openapi/gpt-route.ts'
import { COMPLETE, LEAN, type ListDetail, listedTool } from '../../../src/surfaces/shared/listed-tool.ts'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'

const catalog = await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))
const documents = await documentsOf(catalog, { version: '1.0.0', serverUrl: 'https://tools.example.com' })
const packs = packsOf(catalog)

interface Shown {
  operationId: string
  description: string
  parameters?: { name: string; in: string; description: string; schema: object }[]
  requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, { description?: string }>; required?: string[] } } }
  }
}

function shownIn(pack: (typeof packs)[number], detail: ListDetail): Shown[] {
  const filtered = filterDocument(documents.whole, catalog, gptFilter(pack))
  const { paths } = JSON.parse(JSON.stringify(gptDocument(filtered, pack, `https://tools.example.com${GPT_PATH}`, detail)))
  return Object.values<Record<string, Shown>>(paths).flatMap(item => Object.values(item))
}

const bodyOf = ({ requestBody }: Shown) => requestBody?.content['application/json'].schema ?? { properties: {}, required: [] }

const namesIn = (shown: Shown): string[] =>
  [...(shown.parameters ?? []).map(({ name }) => name), ...Object.keys(bodyOf(shown).properties)].toSorted()

function definitionOf(id: string) {
  const operation = catalog.get(id)
  if (!operation) throw new Error(`There is no operation ${id}`)
  return operation
}

t.test('a document for a GPT has the inputs and descriptions of lean lists', async t => {
  for (const pack of packs) {
    for (const shown of shownIn(pack, LEAN)) {
      const { properties = {}, required = [] } = listedTool(definitionOf(shown.operationId), LEAN).input
      t.strictSame(namesIn(shown), Object.keys(properties).toSorted(), shown.operationId)
      const described = { ...bodyOf(shown).properties, ...Object.fromEntries((shown.parameters ?? []).map(one => [one.name, one])) }
      for (const [name, { description }] of Object.entries(described))
        t.equal(description, properties[name]?.description, `${shown.operationId} ${name}`)
      const needed = [
        ...(bodyOf(shown).required ?? []),
        ...(shown.parameters ?? []).filter(one => 'required' in one && one.required).map(one => one.name)
      ]
      t.strictSame(needed.toSorted(), required.toSorted(), shown.operationId)
      t.ok(shown.description.length <= 300)
    }
  }
})

t.test('with reserved=all it has every input that a GPT can use', async t => {
  for (const pack of packs) {
    for (const shown of shownIn(pack, COMPLETE)) {
      const definition = definitionOf(shown.operationId)
      const hidden = canRunAsJob(definition) ? ASYNC_NAMES : []
      const expected = Object.keys(inputOf(definition).properties).filter(name => !hidden.includes(name))
      t.strictSame(namesIn(shown), expected.toSorted(), shown.operationId)
    }
  }
})
