import t from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { createThreads } from '../../../src/tools/web/reader/threads.ts'
import { makePackedPdf } from '../../helpers/pdf.ts'

const ARTICLE = `<title>A page</title><article><h1>A page</h1><p>${'It says something, at some length, and then again. '.repeat(8)}</p></article>`
const MEGABYTE = 1024 * 1024

const task = (html: string, url = 'https://site.example/') => ({
  kind: 'html' as const,
  bytes: Buffer.from(html),
  content_type: 'text/html',
  url,
  wish: { main_only: true, format: 'markdown' as const }
})
/** To find what it is about takes many seconds; its words take none. */
const ENTANGLED = task(`<body>${`${'<div>'.repeat(95)}some words, and more${'</div>'.repeat(95)}`.repeat(400)}</body>`)

t.test('a page that takes longer than a page may is answered as plain text, and the next one is read', async t => {
  const threads = createThreads({ longest_ms: 3_000, most_memory_mb: 512 })
  const signal = AbortSignal.timeout(60_000)
  t.match(await threads.read(ENTANGLED, 'alice', signal), {
    content: /^some words, and more\n\nsome words/,
    warnings: [/without their form/]
  })
  t.match(await threads.read(task(ARTICLE, 'https://other.example/'), 'alice', signal), { title: 'A page' })
})

t.test('a page that took longer than a page may is not tried again at once, whoever asks for it', async t => {
  const threads = createThreads({ longest_ms: 1, most_memory_mb: 512 })
  const signal = AbortSignal.timeout(60_000)
  await t.rejects(threads.read(ENTANGLED, 'alice', signal), { message: /longer than 0.001 s/ })
  const before = process.cpuUsage()
  for (let time = 0; time < 100; time++)
    await t.rejects(threads.read(ENTANGLED, 'bob', signal), { reason: 'cannot_be_honoured', message: /longer than 0.001 s/ })
  t.ok(process.cpuUsage(before).user < 5_000_000, 'no thread was begun for them, which costs half a second each')
})

t.test('while pages of one caller take long, the page of another is read', async t => {
  const threads = createThreads({ longest_ms: 60_000, most_memory_mb: 512 }, 2)
  const going = new AbortController()
  let over = 0
  const slow = [1, 2, 3].map(async () => {
    await threads.read(ENTANGLED, 'mallory', going.signal).catch(() => undefined)
    over += 1
  })
  t.match(await threads.read(task(ARTICLE, 'https://other.example/'), 'alice', AbortSignal.timeout(60_000)), { title: 'A page' })
  t.ok(over < slow.length, 'before all of those that were there before it')
  going.abort()
  await Promise.all(slow)
})

t.test('a page that nobody waits for any more is not read once more in another way', async t => {
  const threads = createThreads({ longest_ms: 60_000, most_memory_mb: 512 })
  const late = new OperationError('network_timeout', 'The deadline came', { source: 'gateway' })
  const going = new AbortController()
  const reading = threads.read(ENTANGLED, 'alice', going.signal)
  setTimeout(() => going.abort(late), 500)
  await t.rejects(reading, { message: 'The deadline came' })
})

t.test('a page of which nothing can be made in time or space is refused, and says why', async t => {
  for (const [bounds, why] of [
    [{ longest_ms: 1, most_memory_mb: 512 }, /longer than 0.001 s/],
    [{ longest_ms: 60_000, most_memory_mb: 16 }, /more memory/]
  ] as const)
    await t.rejects(createThreads(bounds).read(ENTANGLED, 'alice', AbortSignal.timeout(60_000)), {
      reason: 'cannot_be_honoured',
      message: why
    })
})

t.test('a PDF that unpacks without end is refused long before it fills the memory (web pitfall 10)', async t => {
  const bytes = makePackedPdf(Buffer.alloc(150 * MEGABYTE, ' '))
  t.ok(bytes.length < MEGABYTE)
  const before = process.resourceUsage().maxRSS
  const threads = createThreads({ longest_ms: 60_000, most_memory_mb: 64 })
  const reading = threads.read({ ...task(''), kind: 'pdf', bytes, content_type: 'application/pdf' }, 'alice', AbortSignal.timeout(60_000))
  await t.rejects(reading, { reason: 'cannot_be_honoured', message: /more memory than it may/ })
  t.ok(process.resourceUsage().maxRSS - before < 250 * 1024, 'its 150 MB, of which copies are made, were never all there')
})

t.test('a text of more characters than a page may have is answered in part, and says so', async t => {
  const bytes = Buffer.alloc(10 * MEGABYTE, 'word ')
  const { content, warnings } = await createThreads().read({ ...task(''), kind: 'text', bytes }, 'alice', AbortSignal.timeout(60_000))
  t.equal(content.length, 10_000_000)
  t.match(warnings, [/more than 10,000,000 characters/])
})
