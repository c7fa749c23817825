import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { generateFiles, isGenerated, root } from '../script/generated.ts'

const files = await generateFiles()

t.test('what is made from the definitions is as they are now: else run npm run gen', async t => {
  for (const [file, text] of files) {
    const place = path.join(root, file)
    t.ok(existsSync(place) && readFileSync(place, 'utf8') === text, `${file} is stale: run npm run gen`)
  }
  const leftOver = globSync('openapi/**/*', { cwd: root }).filter(file => isGenerated(file) && !files.has(file))
  t.strictSame(leftOver, [], 'files of systems that are gone: run npm run gen')
})

t.test('every operation stands in the reference and in the README', async t => {
  const document = JSON.parse(files.get('openapi/openapi.json') ?? '{}')
  const ids = operationIds(document).filter(id => !id.startsWith('toolgate_'))
  const missing = (file: string): string[] => ids.filter(id => !files.get(file)?.includes(id))
  t.ok(ids.length > 10)
  t.strictSame(missing('openapi/reference.md'), [])
  t.strictSame(missing('README.md'), [])
})

t.test("a system's own document holds its operations and nothing else", async t => {
  const ids = operationIds(JSON.parse(files.get('openapi/systems/filesystem.json') ?? '{}'))
  t.ok(ids.length > 10)
  t.strictSame(
    ids.filter(id => !id.startsWith('filesystem_')),
    []
  )
})

function operationIds(document: { paths?: Record<string, Record<string, { operationId: string }>> }): string[] {
  return Object.values(document.paths ?? {}).flatMap(item => Object.values(item).map(({ operationId }) => operationId))
}
