import path from 'node:path'
import t from 'tap'
import { responseMarkdown } from '../../src/pipeline/render.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { goodExamples } from '../helpers/catalog-rules.ts'

const catalog = await loadCatalog(path.join(import.meta.dirname, '../../src/tools'))

t.test('no Markdown of an example loses a line break of its data', async t => {
  for (const operation of catalog.operations)
    for (const { name, output } of goodExamples(operation)) {
      const markdown = responseMarkdown(operation, output, {})
      for (const text of textsIn(output).filter(text => text.trim().includes('\n')))
        t.ok(holdsLines(markdown, text), `${operation.id}: ${name}: ${JSON.stringify(text.slice(0, 80))}`)
    }
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Whether every line of the text is on its own line, in order. */
function holdsLines(markdown: string, text: string): boolean {
  const lines = markdown.split('\n').map(line => line.trim())
  let at = 0
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .every(line => {
      at = lines.findIndex((one, index) => index >= at && one.includes(line)) + 1
      return at > 0
    })
}
