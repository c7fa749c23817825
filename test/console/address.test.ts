import t from 'tap'
import { fragmentOf, inputIn } from '../../console/pages/catalog/call.ts'

const fragment = (text: string): string => `#input=${encodeURIComponent(text)}`

t.test('the address keeps the input', async t => {
  const input = { file_path: 'a b', lines: [1, null], nested: { confirm: true } }
  t.strictSame(JSON.parse(inputIn(fragmentOf(input)) ?? ''), input)
  t.equal(fragmentOf({}), '')
})

t.test('an address, which anyone may have written, confirms no call and sends its result nowhere', async t => {
  for (const name of ['confirm', 'conf\\u0069rm', 'notify_url', 'notifyUrl', 'idempotency_key', 'idempotencyKey', 'Confirm'])
    t.equal(inputIn(fragment(`{"file_path":"a","${name}":"auto"}`)), '{"file_path":"a"}', name)
  t.equal(fragmentOf({ confirm: true, notify_url: 'https://host/' }), '')
  t.equal(fragmentOf({ file_path: 'a', confirm: true }), fragmentOf({ file_path: 'a' }))
})

t.test('a text that is not JSON stays as it is, and a broken address has no input', async t => {
  t.equal(inputIn(fragment('{"a":1,')), '{"a":1,')
  t.equal(inputIn(fragment('[1]')), '[1]')
  t.equal(inputIn('#input=%zz'), undefined)
  t.equal(inputIn('#other'), undefined)
})
