import t from 'tap'
import { OperationError } from '../../../../src/contract/errors.ts'
import { bisectBatch } from '../../../../src/tools/gmail/client/bulk/batch-bisect.ts'
import { createLabelCache } from '../../../../src/tools/gmail/client/label-cache.ts'

const nothing = (): undefined => undefined
const client = { send: async () => undefined, labels: createLabelCache(async () => []) }
const items = Array.from({ length: 200 }, (_, at) => ({ id: `m${at}`, display_name: `m${at}` }))
const call = {
  client,
  caller: { id: 'local', scopes: ['*'] },
  signal: new AbortController().signal,
  observe: nothing,
  warn: nothing,
  truncate: nothing
}

t.test('messages that were refused only together with others say so', async t => {
  let asked = 0
  const refuse = async (): Promise<never> => {
    asked++
    throw new OperationError('upstream_refused', 'Gmail says Bad request.', { source: 'upstream', outcome: 'not_executed' })
  }
  const results = await Array.fromAsync(bisectBatch(items, refuse, call))
  t.equal(results.length, 200)
  t.ok(asked < 60, `${asked} requests`)
  const untried = results.filter(({ error }) => error?.message.includes('not sent on its own'))
  t.ok(untried.length > 100 && untried.length < 200, `${untried.length} were not sent on their own`)
  t.ok(results.every(({ outcome, error }) => outcome === 'failed' && error?.message.startsWith('Gmail says Bad request.')))
})

t.test('if a label is refused, the request is not split', async t => {
  let asked = 0
  const refuse = async (): Promise<never> => {
    asked++
    throw new OperationError('upstream_refused', 'Invalid label: Label_9', { source: 'upstream', outcome: 'not_executed' })
  }
  const results = await Array.fromAsync(bisectBatch(items, refuse, call))
  t.equal(asked, 1)
  t.ok(results.length === items.length && results.every(({ outcome }) => outcome === 'failed'))
})
