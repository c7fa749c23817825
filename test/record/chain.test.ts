import { createHmac } from 'node:crypto'
import t from 'tap'
import { ORIGIN, rowMac } from '../../src/record/chain.ts'
import { testSecrets } from '../helpers/secrets.ts'

t.test('the MAC of a row is HMAC-SHA-256 over the MAC of the row before, its number and its text, whatever their lengths', t => {
  const [key] = testSecrets.derive('a test')
  const macOf = rowMac(key)
  const texts = ['["a"]', `["${'é€😀\ud800'.repeat(40_000)}"]`, '["short again"]']
  for (const mac of [ORIGIN.mac, Buffer.from('changed'), Buffer.alloc(100_000, 1)])
    for (const text of texts) {
      const expected = createHmac('sha256', key)
        .update(mac)
        .update(`[8,${text.slice(1)}`)
        .digest('hex')
      t.equal(macOf({ seq: 7, mac }, text).toString('hex'), expected, `${text.length} characters behind ${mac.length} bytes`)
    }
  t.end()
})
