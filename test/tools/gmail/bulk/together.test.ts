import t from 'tap'
import { OperationError } from '../../../../src/contract/errors.ts'
import { together } from '../../../../src/tools/gmail/client/bulk-together.ts'
import { openLabelBook } from '../../../../src/tools/gmail/client/label-book.ts'

const nothing = (): undefined => undefined
const client = { send: async () => undefined, labels: openLabelBook(async () => []) }
const call = { client, signal: new AbortController().signal, observe: nothing, warn: nothing, truncate: nothing }

t.test('what was refused with others only, and never tried alone, says so', async t => {
  const items = Array.from({ length: 200 }, (_, at) => ({ id: `m${at}`, display_name: `m${at}` }))
  let asked = 0
  const refuse = async (): Promise<never> => {
    asked++
    throw new OperationError('upstream_refused', 'Gmail says Invalid label.', { source: 'upstream', outcome: 'not_executed' })
  }
  const results = await Array.fromAsync(together(items, refuse, call))
  t.equal(results.length, 200)
  t.ok(asked < 60, `${asked} requests`)
  const untried = results.filter(({ error }) => error?.message.includes('not tried alone'))
  t.ok(untried.length > 100 && untried.length < 200, `${untried.length} were not tried alone`)
  t.ok(results.every(({ outcome, error }) => outcome === 'failed' && error?.message.startsWith('Gmail says Invalid label.')))
})
