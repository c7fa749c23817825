import { createHash, createHmac } from 'node:crypto'
import t from 'tap'
import { ORIGIN, signatureOf, signer } from '../../src/record/chain.ts'
import { testSecrets } from '../helpers/secrets.ts'

t.test('a row has a keyed digest, and a block the HMAC of its digests, its end and the block before', t => {
  const [key] = testSecrets.derive('a test')
  const { digest, mac } = signer(key)
  const text = '[8,"a"]\t{"é":"\u{1f600}"}'
  const hashed = createHash('sha256').update(signatureOf(key, 'rows').toString('base64url')).update(text).digest('base64url')
  t.equal(digest(text), hashed.slice(0, 22))
  const expected = (before: Buffer): Buffer => createHmac('sha256', key).update(before).update('9\nx\ny').digest()
  for (const before of [ORIGIN.mac, Buffer.alloc(32, 1)]) t.strictSame(mac({ seq: 7, mac: before }, ['x', 'y']), expected(before))
  t.end()
})
