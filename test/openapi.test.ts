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

t.test('the reference has for every operation when to use it, its call in four ways, an answer, and how it fails', async t => {
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
      /^Answers 20\d/m,
      /^\*\*Errors\*\*, beside|^Fails in the/m
    ])
      t.match(section, part, operationId)
  }
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
