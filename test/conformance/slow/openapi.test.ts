import path from 'node:path'
import t from 'tap'
import { generateFiles } from '../../../script/generated.ts'
import { EXHAUSTIVE } from '../../helpers/exhaustive.ts'
import { installCheckers } from '../install.ts'
import { redocly, seriousme, spectral } from '../linters.ts'

await installCheckers()
const files = [...(await generateFiles())].filter(([file]) => /^openapi\/(openapi|systems\/\w+)\.json$/.test(file))
const documents = Object.fromEntries(files.map(([file, text]) => [path.basename(file), text]))

t.test('the whole document passes every rule of Spectral', async t => {
  const { code, output } = await spectral(['openapi.json'], t.testdir(documents))
  t.equal(code, 0, output)
  t.match(output, 'No results')
})

t.test('the document of each system passes independent checkers', async t => {
  const { 'openapi.json': _whole, ...systems } = documents
  const names = Object.keys(systems)
  const folder = t.testdir(systems)
  const byRedocly = await redocly(names, folder)
  t.equal(byRedocly.code, 0, byRedocly.output)
  t.equal(byRedocly.output.match(/: validated in/g)?.length, names.length, 'Redocly read each of them')
  t.notMatch(byRedocly.output, /warning/i)
  t.strictSame(
    await seriousme(Object.values(systems)),
    names.map(() => true)
  )
})

t.test('the document of each system passes the rules of Spectral', { skip: !EXHAUSTIVE && 'only with EXHAUSTIVE=1' }, async t => {
  const { 'openapi.json': _whole, ...systems } = documents
  const { code, output } = await spectral(Object.keys(systems), t.testdir(systems), 'spectral-quick.yaml')
  t.equal(code, 0, output)
  t.match(output, 'No results')
})
