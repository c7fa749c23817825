import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { documentsOf } from '../../script/document.ts'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { LIBRARY } from '../helpers/library.ts'
import { installCheckers } from './install.ts'
import { redocly, seriousme, spectral } from './linters.ts'

await installCheckers()
/** The checked-in documents. test/openapi.test.ts checks that they are up to date. */
const whole = JSON.stringify(JSON.parse(readFileSync(path.join(import.meta.dirname, '../../openapi/openapi.json'), 'utf8')))
const rules = path.join(import.meta.dirname, 'spectral.yaml')

/** The whole checked-in document, what an anonymous caller sees, and a catalog with every kind of definition. */
async function documents(): Promise<Record<string, string>> {
  const options = { version: '0.1.0', serverUrl: 'https://gate.example' }
  const library = await documentsOf(createCatalog(LIBRARY), options)
  return {
    'openapi.json': whole,
    'public.json': JSON.stringify(library.part({ operations: [], gateway: 'public' })),
    'library.json': JSON.stringify(library.whole)
  }
}

/** The same document with mistakes that each checker is known to find. */
function broken(text: string): string {
  const document = JSON.parse(text)
  document.paths['/healthz'].get.responses['200'].headers['X-Request-Id'] = { schema: { schema: { type: 'string' } } }
  document.paths['/readyz'].get.operationId = 'toolgate_health'
  delete document.info.title
  return JSON.stringify(document)
}

t.test('every document passes independent checkers, and a broken one does not', async t => {
  const good = await documents()
  const names = Object.keys(good)
  const wrong = broken(good['public.json'] ?? '')
  const folder = t.testdir({ ...good, 'broken.json': wrong })
  t.ok(names.length === 3)
  const [byRedocly, bySpectral] = await Promise.all([redocly(names, folder), spectral(names, folder, 'spectral-quick.yaml')])
  t.equal(byRedocly.code, 0, byRedocly.output)
  t.equal(byRedocly.output.match(/: validated in/g)?.length, names.length, 'Redocly read each of them')
  t.match(byRedocly.output, 'API descriptions are valid')
  t.notMatch(byRedocly.output, /warning/i)
  t.equal(bySpectral.code, 0, bySpectral.output)
  t.match(bySpectral.output, 'No results')
  t.strictSame(
    await seriousme(Object.values(good)),
    names.map(() => true)
  )

  const [redoclySays, spectralSays] = await Promise.all([redocly(['broken.json'], folder), spectral(['broken.json'], folder)])
  t.not(redoclySays.code, 0)
  t.match(redoclySays.output, 'operation-operationId-unique')
  t.match(redoclySays.output, 'Property `schema` is not expected here')
  t.not(spectralSays.code, 0)
  t.match(spectralSays.output, 'operation-operationId-unique')
  t.strictSame(await seriousme([wrong]), [false])
})

t.test('the whole document stays small', async t => {
  const { paths } = JSON.parse(whole)
  const operations = Object.values<object>(paths).flatMap(Object.keys).length
  t.ok(whole.length / operations < 10_000, 'at most 10 kB per operation')
  t.equal(readFileSync(rules, 'utf8').match(/: off/g)?.length, 1, 'one rule is off')
})
