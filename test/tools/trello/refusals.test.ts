import t from 'tap'
import { goodInput, openTrello } from '../../helpers/trello.ts'

const desk = await openTrello(t)
const { operations, call, failNext, clear, requests } = desk
t.afterEach(() => clear())

for (const operation of operations) {
  const { name } = operation
  const input = goodInput(operation)

  t.test(`${name}: an unknown input is refused before a request is sent`, async t => {
    const { status, error } = await call(name, { ...input, colour_of_the_sky: 'blue' })
    t.equal(status, 400)
    t.equal(error.details.reason, 'unknown_field')
    t.strictSame(await requests(), [])
  })

  t.test(`${name}: a missing resource is 404 with its name`, async t => {
    await failNext({}, { status: 404, body: 'The requested resource was not found.' })
    const { status, error } = await call(name, input)
    t.equal(status, 404)
    t.match(error, { code: 'NOT_FOUND_ERROR', message: /^Trello has no .* that this token can see\.$/, details: { source: 'upstream' } })
  })

  t.test(`${name}: a rejected credential is 424`, async t => {
    await failNext({}, { status: 401, body: 'invalid token' })
    const { status, error } = await call(name, input)
    t.equal(status, 424)
    t.match(error.details, { reason: 'authentication_failed', outcome: 'not_executed', suggestions: [/TRELLO_TOKEN/] })
  })

  t.test(`${name}: a rate limit is 429 with the time to wait`, async t => {
    await failNext({}, { status: 429, body: { error: 'API_TOKEN_LIMIT_EXCEEDED', message: 'Rate limit exceeded' } })
    const { status, error } = await call(name, input)
    t.equal(status, 429)
    t.match(error, { code: 'RATE_LIMIT_ERROR', details: { source: 'upstream', outcome: 'not_executed', retry_after_ms: Number } })
  })
}

const MISSING = '0123456789abcdef01234567'

t.test('a missing resource is named in the words of the operations', async t => {
  const comment = await call('add_comment', { card_id: MISSING, text: 'Hello' })
  t.equal(comment.error.message, `Trello has no card ${MISSING} that this token can see.`)
  const item = await call('update_checklist_item', { card_id: '697ba0205eed00000000024a', item_id: MISSING, complete: true })
  t.equal(item.error.message, `Trello has no checklist item ${MISSING} of card 697ba0205eed00000000024a that this token can see.`)
})

t.test('an ID in a response that is not one becomes no part of a path', async t => {
  const operation = operations.find(({ name }) => name === 'add_label')
  if (!operation) throw new Error('There is no such operation')
  for (const evil of ['EVIL?EVIQ=1', 'a/EVIL', 'EVIL\\x', 'EVIL#EVIH', '../EVIL', 'EVIL%2f']) {
    await clear()
    await failNext({}, { status: 200, body: { id: 'a'.repeat(24), name: 'x', idBoard: evil, idList: evil, idLabels: [] } })
    const { status, error } = await call('add_label', goodInput(operation))
    t.match({ status, error }, { status: 502, error: { message: /Trello returned an unexpected response/ } }, evil)
    t.notMatch(JSON.stringify(await requests()), /EVI/, evil)
  }
})
