import t from 'tap'
import type { ApiPart } from '../../src/tools/gmail/client/api.ts'
import { bodyOf } from '../../src/tools/gmail/client/messages/body.ts'

const ignore = (): undefined => undefined

/** Each paragraph opens all elements of the first one again: 25 million of them. */
const HUGE = `<p>${Array.from({ length: 5_000 }, (_, at) => `<b id=${at}>`).join('')}${'<p>x'.repeat(5_000)}`

t.test('HTML parts that are too large are omitted after one attempt, and the other text is returned', { timeout: 120_000 }, async t => {
  const part = (mimeType: string, text: string): ApiPart => ({ mimeType, body: { data: Buffer.from(text).toString('base64url') } })
  let threads = 0
  const count = (): void => void threads++
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  const huge = part('text/html', HUGE)
  const parts = [part('text/plain', 'Hello'), huge, huge, huge, part('text/plain', 'Ada')]
  const call = {
    caller: { id: 'local', scopes: ['*'] },
    signal: new AbortController().signal,
    observe: ignore,
    warn: ignore,
    truncate: ignore
  }
  const { text, warnings } = await bodyOf({ mimeType: 'multipart/mixed', parts }, 'text', call)
  t.match(text, /^Hello\s+Ada$/)
  t.match(warnings, [/needs too much time or memory to read, and was omitted/])
  t.ok(threads <= 1, 'a thread that exceeds its limit is ended, and each attempt would start another')
})
