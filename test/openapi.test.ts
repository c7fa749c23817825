import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { generateFiles, isGenerated, root } from '../script/generated.ts'

const files = await generateFiles()

t.test('generated files are up to date', async t => {
  for (const [file, text] of files) {
    const generated = path.join(root, file)
    t.ok(existsSync(generated) && readFileSync(generated, 'utf8') === text, `${file} is stale: run npm run gen`)
  }
  const leftOver = globSync('openapi/**/*', { cwd: root }).filter(file => isGenerated(file) && !files.has(file))
  t.strictSame(leftOver, [], 'files of removed systems: run npm run gen')
})

t.test('every operation is in the reference and in docs/operations.md', async t => {
  const document = JSON.parse(files.get('openapi/openapi.json') ?? '{}')
  const ids = operationIds(document).filter(id => !id.startsWith('toolgate_'))
  const missing = (file: string): string[] => ids.filter(id => !files.get(file)?.includes(id))
  t.ok(ids.length > 10)
  t.strictSame(missing('openapi/reference.md'), [])
  t.strictSame(missing('docs/operations.md'), [])
})

t.test('the reference has for every operation when to use it, its call in four ways, a response, and its errors', async t => {
  const { paths } = JSON.parse(files.get('openapi/openapi.json') ?? '{}')
  const sections = new Map((files.get('openapi/reference.md') ?? '').split('\n### ').map(section => [section.split('\n', 1)[0], section]))
  const operations = Object.values<object>(paths)
    .flatMap(item => Object.values<{ operationId: string; 'x-codeSamples'?: { source: string }[] }>({ ...item }))
    .filter(({ operationId }) => !operationId.startsWith('toolgate_'))
  t.ok(operations.length > 100)
  for (const { operationId, 'x-codeSamples': samples = [] } of operations) {
    const section = sections.get(operationId) ?? ''
    t.equal(samples.filter(({ source }) => section.includes(`\n${source}\n`)).length, 4, `${operationId}: the samples of the document`)
    for (const part of [
      /^\*\*What it does, and when to use it\*\*: .*[Uu]se (it|this)\b/m,
      /^Returns 20\d/m,
      /^\*\*Errors\*\*, in addition|^Only the \[common errors\]/m
    ])
      t.match(section, part, operationId)
  }
})

t.test("a system's own document contains only its operations", async t => {
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
