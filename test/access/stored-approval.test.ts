import t from 'tap'
import { fieldsOf, readStored, type StoredApproval, viewOf } from '../../src/access/approvals/stored-approval.ts'
import type { ApprovalRequest } from '../../src/pipeline/ports.ts'
import { testSecrets } from '../helpers/secrets.ts'

function storedAs(request: ApprovalRequest): StoredApproval {
  const fields = fieldsOf(request, 'digest', 'version', testSecrets)
  const pairs = Array.from({ length: fields.length / 2 }, (_, index) => [fields[2 * index], fields[2 * index + 1]])
  const stored = readStored({ ...Object.fromEntries(pairs), id: 'apr_1', status: 'pending', expires_at: '1' })
  if (!stored) throw new Error('it is not stored')
  return stored
}

t.test('what the gateway states of a job counts, not what a preview calls the same', async t => {
  const request: ApprovalRequest = {
    caller: { id: 'ci', scopes: [] },
    ...{ operation: 'workshop_saw', system: 'workshop', instance: null, subject: '', message: 'Saw' },
    permission: 'write',
    ...{ details: { items: 50 }, preview: { items: 1, first: 'oak' }, input: {}, irreversible: false, cost: null }
  }
  t.strictSame(viewOf(storedAs(request), testSecrets, { publicUrl: '', mayDecide: true }).details, [
    { name: 'items', value: '50' },
    { name: 'first', value: 'oak' }
  ])
})

t.test('who decides sees that values are cut or omitted', async t => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 'x'.repeat(2_001)]))
  const request: ApprovalRequest = {
    caller: { id: 'ci', scopes: [] },
    ...{ operation: 'workshop_saw', system: 'workshop', instance: null, subject: '', message: 'Saw' },
    permission: 'write',
    ...{ details: many(60), input: many(63), irreversible: false, cost: null }
  }
  const { details, input } = viewOf(storedAs(request), testSecrets, { publicUrl: '', mayDecide: true })
  t.equal(details.length, 60)
  t.match(details.at(-1), { name: 'n59', value: /x… \(2001 characters\)$/ })
  t.equal(input.length, 61)
  t.strictSame(input.at(-1), { name: '…', value: '(3 more, not shown)' })
  t.ok(JSON.stringify({ details, input }).length < 32_768, 'what is stored is bounded')
  t.match(details[0]?.value, /^x{2000}…/)
  t.match(details[59]?.value, /^x{60}…/, 'of each value, at least the beginning')
})
