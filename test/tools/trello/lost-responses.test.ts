import t from 'tap'
import { highestPermission } from '../../../src/contract/operation.ts'
import { goodInput, openTrello } from '../../helpers/trello.ts'

const { operations, call, failNext, clear, requests } = await openTrello(t, { settings: { max_retries: 2 } })
t.afterEach(() => clear())

const writing = operations.filter(({ permission }) => highestPermission(permission) !== 'read')
const isWrite = ({ method }: { method: string }): boolean => method !== 'GET'

for (const operation of writing) {
  t.test(`${operation.name}: a write whose response is lost has an unknown outcome and is not sent again`, async t => {
    for (const method of ['POST', 'PUT', 'DELETE']) await failNext({ method }, { cut: true })
    const { status, error } = await call(operation.name, goodInput(operation))
    t.equal(status, 502)
    t.match(error.details, { reason: 'connection_failed', outcome: 'unknown' })
    t.equal((await requests()).filter(isWrite).length, 1)
  })
}

t.test('a read whose response is lost is sent again', async t => {
  await failNext({ method: 'GET' }, { cut: true })
  const { status } = await call('list_boards')
  t.equal(status, 200)
  t.equal((await requests()).length, 2)
})

t.test('a write that was refused by a rate limit is sent again and executed once', async t => {
  const card_id = '697a6ac05eed000000000234'
  await failNext({ method: 'POST' }, { status: 429, body: { error: 'API_KEY_LIMIT_EXCEEDED', message: 'Rate limit exceeded' } })
  t.equal((await call('add_comment', { card_id, text: 'Once.' })).status, 201)
  t.strictSame((await call('list_comments', { card_id })).data.total, { value: 1, relation: 'eq' })
})

t.test('if an item of a checklist fails, the error says that the checklist was created', async t => {
  await failNext({ method: 'POST', path: 'checkItems', body: 'second' }, { status: 400, body: 'invalid value for name' })
  const { status, error } = await call('create_checklist', {
    card_id: '697a78d05eed000000000235',
    name: 'Steps',
    items: ['first', 'second', 'third']
  })
  t.equal(status, 422)
  t.match(error, { message: /was created with its first 1 items/, details: { outcome: 'executed', retryable: false } })
})
