import t from 'tap'
import { readRequest } from '../../src/catalog/search/request.ts'

t.test('a command has a verb, an object and a number', async t => {
  t.match(readRequest('please create a new page in the HR space'), {
    asks: false,
    verb: 'create',
    commands: true,
    head: 'page',
    number: 'one'
  })
  t.match(readRequest('delete all merged branches'), { verb: 'delete', head: 'branches', number: 'many' })
  t.match(readRequest('could you look for mails from Anna'), { asks: false, verb: 'look for', head: 'mails', number: 'many' })
  t.strictSame(readRequest('enter these holidays into the calendar').places, ['the', 'calendar'])
})

t.test('a question has no verb', async t => {
  const request = readRequest('who is on the board?')
  t.match(request, { asks: true, head: 'board' })
  t.equal(request.verb, undefined)
  t.match(readRequest('did the last pipeline pass'), { asks: true })
})

t.test('a text without a verb has none', async t => {
  for (const text of ['', 'the old page', 'in the wiki']) t.equal(readRequest(text).verb, undefined, text)
})
