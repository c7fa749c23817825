import path from 'node:path'
import t from 'tap'
import { generateFiles } from '../../../script/generated.ts'
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
  const [byRedocly, bySpectral] = await Promise.all([redocly(names, folder), spectral(names, folder, 'spectral-quick.yaml')])
  t.equal(byRedocly.code, 0, byRedocly.output)
  t.equal(byRedocly.output.match(/: validated in/g)?.length, names.length, 'Redocly read each of them')
  t.notMatch(byRedocly.output, /warning/i)
  t.equal(bySpectral.code, 0, bySpectral.output)
  t.match(bySpectral.output, 'No results')
  t.strictSame(
    await seriousme(Object.values(systems)),
    names.map(() => true)
  )
})
