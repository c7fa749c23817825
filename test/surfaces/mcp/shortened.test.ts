import path from 'node:path'
import t from 'tap'
import { RESERVED_INPUTS } from '../../../src/catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../../../src/contract/operation.ts'
import { timeoutError } from '../../../src/pipeline/deadline.ts'
import { successResult } from '../../../src/surfaces/mcp/content.ts'
import { COMPLETE, LEAN, type ListDetail, listedTool } from '../../../src/surfaces/shared/listed-tool.ts'
import { loadCatalog } from '../../../src/systems/load-catalog.ts'

const catalog = await loadCatalog(path.join(import.meta.dirname, '../../../src/tools'))

/** The reserved inputs that a text names as code. */
const namedIn = (text: string): string[] => RESERVED_INPUTS.filter(name => new RegExp(`[\`"]${name}\\b`).test(text))

const isListed = (name: string, operation: Operation, detail: ListDetail): boolean =>
  Object.hasOwn(listedTool(operation, detail).input.properties ?? {}, name)

const lists: [name: string, detail: ListDetail][] = [
  ['lean', LEAN],
  ['complete', COMPLETE]
]

for (const [name, detail] of lists)
  t.test(`a shortened text never advises to repeat a write, and names only inputs of a ${name} list`, async t => {
    const wrong: string[] = []
    let advised = 0
    for (const operation of catalog.operations) {
      const { markdown: _own, ...generic } = operation // a rendering may omit properties that its schema lacks
      const { content } = successResult(generic, { data: { note: 'line\n'.repeat(10_000) }, status: 200, metadata: {} }, detail)
      const [block] = content
      const text = block?.type === 'text' ? block.text : ''
      const end = text.slice(-400)
      if (!end.includes('This text is shortened.')) wrong.push(`${operation.id}: ${end}`)
      const isRead = highestPermission(operation.permission) === 'read'
      if (!isRead && (!end.includes('Do not repeat the call') || end.includes('repeat the call with')))
        wrong.push(`${operation.id}: ${end}`)
      const inputs = namedIn(end.slice(end.indexOf('This text is shortened.')))
      if (inputs.some(input => !isListed(input, operation, detail))) wrong.push(`${operation.id}: ${end}`)
      advised += inputs.length
    }
    t.strictSame(wrong, [])
    t.ok(advised > 30, `${advised} inputs are recommended`)
  })

for (const lean of [true, false])
  t.test(`an expired time limit names only inputs of a ${lean ? 'lean' : 'complete'} list`, async t => {
    const texts = catalog.operations.map(operation => {
      const { message, details } = timeoutError(operation, { limit_ms: 100, begunWrite: false, lean })
      return [operation, [message, ...(details.suggestions ?? [])].join(' ')] as const
    })
    const wrong = texts.filter(([operation, text]) => namedIn(text).some(input => !isListed(input, operation, lean ? LEAN : COMPLETE)))
    t.strictSame(
      wrong.map(([{ id }, text]) => `${id}: ${text}`),
      []
    )
    t.equal(
      texts.some(([, text]) => text.includes('on_timeout')),
      !lean
    )
  })

t.test('a shortened text mentions that structuredContent is incomplete', async t => {
  const issue = catalog.get('gitlab_create_issue')
  if (!issue) throw new Error('gitlab_create_issue is not in the catalog')
  const result = { data: { note: 'line\n'.repeat(10_000) }, status: 201, metadata: { truncated: { reason: 'size' } } }
  const { content } = successResult(issue, result, LEAN)
  t.match(content, [
    {
      text: /structuredContent holds more of this response\. Do not repeat the call: it was executed\./
    }
  ])
})
