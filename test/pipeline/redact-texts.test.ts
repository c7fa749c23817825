import t from 'tap'
import { redactTexts } from '../../src/pipeline/log/redact-texts.ts'

t.test('a text that a message quotes is replaced by its length: whole, in part, in another case, or as in a URL', async t => {
  const secret = 'The vault opens at 7 with 4711'
  t.equal(redactTexts(`No page "${secret}" is there.`, [secret]), `No page "[${secret.length} characters]" is there.`)
  t.equal(redactTexts('No page "The vault op…" is there.', [secret]), 'No page "[12 characters]…" is there.')
  t.notMatch(redactTexts(`GET /pages?title=${encodeURIComponent(secret)}`, [secret]), 'vault')
  t.notMatch(redactTexts(`At /pages/${encodeURIComponent(secret)}/x`, [secret]), 'vault')
  t.notMatch(redactTexts(`No page ${secret.toUpperCase()}`, [secret]), /VAULT|4711/)
})

t.test('a short text is hidden only as a word', async t => {
  t.equal(redactTexts('The PIN 4711 is wrong, as is 47110.', ['4711']), 'The PIN [4 characters] is wrong, as is 47110.')
  t.equal(redactTexts('The pan has no a.', ['a', ' ', '']), 'The pan has no [1 characters].')
})

t.test('the query of a URL is hidden', async t => {
  t.equal(redactTexts('GET https://x.example/a/b?token=1 failed', []), 'GET https://x.example/a/b[8 characters] failed')
  t.equal(redactTexts('Is it there? Look.', []), 'Is it there? Look.')
})

t.test('large and repetitive texts take little time', async t => {
  const started = performance.now()
  const message = 'a'.repeat(100_000)
  redactTexts(message, ['a'.repeat(200_000)])
  t.equal(redactTexts(message, ['b'.repeat(10_000_000)]), '[100000 characters]', 'a text that is too long to compare hides the message')
  redactTexts('/'.repeat(100_000), Array(5_000).fill('/'))
  t.ok(performance.now() - started < 30_000)
})
