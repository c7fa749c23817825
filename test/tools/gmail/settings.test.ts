import t from 'tap'
import getVacation from '../../../src/tools/gmail/operations/settings/get-vacation.ts'
import listFilters from '../../../src/tools/gmail/operations/settings/list-filters.ts'
import { openPostOffice } from '../../helpers/gmail.ts'

const outputOf = (examples: readonly object[]): unknown => examples.flatMap(example => ('output' in example ? example.output : []))[0]

t.test('filters', async t => {
  const { call, requests, clear } = await openPostOffice(t)

  t.test('all: every filter is listed, as in the example', async t => {
    t.strictSame((await call('list_filters', { compact: false })).data, outputOf(listFilters.examples))
  })

  t.test('a filter is created with label names, listed page by page, and deleted', async t => {
    await clear()
    const made = await call('create_filter', {
      query: 'list:team',
      not_query: 'from:boss',
      smaller_than: 5000,
      add: ['work'],
      remove: ['INBOX', 'UNREAD']
    })
    t.match(made, {
      status: 201,
      data: { query: 'list:team', not_query: 'from:boss', smaller_than: 5000, larger_than: null, add: ['Work'] }
    })
    const [{ body } = { body: undefined }] = (await requests()).filter(({ method }) => method === 'POST').slice(-1)
    t.match(body, {
      criteria: { query: 'list:team', negatedQuery: 'from:boss', size: 5000, sizeComparison: 'smaller' },
      action: { addLabelIds: ['Label_1'], removeLabelIds: ['INBOX', 'UNREAD'] }
    })
    const first = await call('list_filters', { limit: 1 })
    const second = await call('list_filters', { limit: 1, cursor: first.data.next_cursor })
    t.match(first.data, { total: { value: 2, relation: 'eq' } })
    t.match(second.data, { items: [{ id: made.data.id }], next_cursor: null })
    t.match(await call('delete_filter', { filter_id: made.data.id, confirm: true }), { data: { deleted: true } })
    t.match((await call('list_filters')).data, { total: { value: 1 } })
  })

  t.test('a filter without an action, with two sizes, or twice, is refused', async t => {
    t.match(await call('create_filter', { from: 'a' }), { status: 400, error: { details: { issues: [{ path: 'add' }] } } })
    t.match(await call('create_filter', { larger_than: 1, smaller_than: 2, add: ['Work'] }), { status: 400 })
    await call('create_filter', { from: 'a', add: ['Work'] })
    t.match(await call('create_filter', { from: 'a', add: ['Work'] }), { status: 409, error: { details: { reason: 'already_exists' } } })
  })
})

t.test('the vacation responder', async t => {
  const { call } = await openPostOffice(t)

  t.test('off: it is off, as in the example', async t => {
    t.strictSame((await call('get_vacation', { compact: false })).data, outputOf(getVacation.examples))
  })

  t.test('it is turned on, changed in part, and turned off; the text stays', async t => {
    await call('update_vacation', { enabled: true, subject: 'Away', html: '<p>Back soon.</p>', start: '2026-08-01T00:00:00Z' })
    t.match((await call('update_vacation', { only_contacts: true, clear: ['start'] })).data, {
      enabled: true,
      subject: 'Away',
      html: '<p>Back soon.</p>',
      only_contacts: true,
      start: null
    })
    t.match(
      (await call('update_vacation', { text: 'Back on Monday.' })).data,
      { text: 'Back on Monday.', html: '' },
      'HTML would hide the text'
    )
    t.match((await call('update_vacation', { enabled: false })).data, { enabled: false, text: 'Back on Monday.' })
  })

  t.test('Gmail refuses to turn it on without a text, and the gateway reports it', async t => {
    await call('update_vacation', { enabled: false, clear: ['subject', 'text', 'html'] })
    t.match(await call('update_vacation', { enabled: true }), { status: 422, error: { message: /subject or the response body/ } })
    t.match(await call('update_vacation', {}), { status: 400, error: { details: { issues: [{ path: 'enabled' }] } } })
  })
})
