import t from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { createPageWorkers } from '../../../src/tools/web/reader/page-workers.ts'
import { makePackedPdf } from '../../helpers/pdf.ts'

const ARTICLE = `<title>A page</title><article><h1>A page</h1><p>${'It says something, at some length, and then again. '.repeat(8)}</p></article>`
const MEGABYTE = 1024 * 1024

const task = (html: string, url = 'https://site.example/') => ({
  kind: 'html' as const,
  bytes: Buffer.from(html),
  content_type: 'text/html',
  url,
  options: { main_only: true, format: 'markdown' as const }
})
/** Finding its main content takes many seconds; extracting its text takes none. */
const ENTANGLED = task(`<body>${`${'<div>'.repeat(95)}some words, and more${'</div>'.repeat(95)}`.repeat(1_500)}</body>`)

t.test('a page that exceeds the time limit is returned as plain text, and the next one is read', async t => {
  const threads = createPageWorkers({ timeout_ms: 8_000, max_memory_mb: 512 })
  const signal = AbortSignal.timeout(60_000)
  t.match(await threads.read(ENTANGLED, 'alice', signal), {
    content: /^some words, and more\n\nsome words/,
    warnings: [/without formatting/]
  })
  t.match(await threads.read(task(ARTICLE, 'https://other.example/'), 'alice', signal), { title: 'A page' })
})

t.test('a page that exceeded the time limit is not tried again for a while by any caller', async t => {
  const threads = createPageWorkers({ timeout_ms: 1, max_memory_mb: 512 })
  const signal = AbortSignal.timeout(60_000)
  await t.rejects(threads.read(ENTANGLED, 'alice', signal), { message: /longer than 0.001 s/ })
  const before = process.cpuUsage()
  for (let time = 0; time < 100; time++)
    await t.rejects(threads.read(ENTANGLED, 'bob', signal), { reason: 'cannot_be_honoured', message: /longer than 0.001 s/ })
  t.ok(process.cpuUsage(before).user < 5_000_000, 'no thread was started for them, which takes half a second each')
})

t.test('while pages of one caller take a while, the page of another is read', async t => {
  const threads = createPageWorkers({ timeout_ms: 60_000, max_memory_mb: 512 }, 2)
  const going = new AbortController()
  let over = 0
  const slow = [1, 2, 3].map(async () => {
    await threads.read(ENTANGLED, 'mallory', going.signal).catch(() => undefined)
    over += 1
  })
  t.match(await threads.read(task(ARTICLE, 'https://other.example/'), 'alice', AbortSignal.timeout(60_000)), { title: 'A page' })
  t.ok(over < slow.length, 'before all earlier ones')
  going.abort()
  await Promise.all(slow)
})

t.test('an abandoned page is not read again in another way', async t => {
  const threads = createPageWorkers({ timeout_ms: 60_000, max_memory_mb: 512 })
  const late = new OperationError('network_timeout', 'The deadline came', { source: 'gateway' })
  const going = new AbortController()
  const reading = threads.read(ENTANGLED, 'alice', going.signal)
  setTimeout(() => going.abort(late), 500)
  await t.rejects(reading, { message: 'The deadline came' })
})

t.test('a page that cannot be read within the limits is refused with the reason', async t => {
  for (const [bounds, why] of [
    [{ timeout_ms: 1, max_memory_mb: 512 }, /longer than 0.001 s/],
    [{ timeout_ms: 60_000, max_memory_mb: 16 }, /memory limit/]
  ] as const)
    await t.rejects(createPageWorkers(bounds).read(ENTANGLED, 'alice', AbortSignal.timeout(60_000)), {
      reason: 'cannot_be_honoured',
      message: why
    })
})

t.test('a PDF that decompresses endlessly is refused long before it fills the memory (web pitfall 10)', async t => {
  const bytes = makePackedPdf(Buffer.alloc(150 * MEGABYTE, ' '))
  t.ok(bytes.length < MEGABYTE)
  const before = process.resourceUsage().maxRSS
  const threads = createPageWorkers({ timeout_ms: 60_000, max_memory_mb: 64 })
  const reading = threads.read({ ...task(''), kind: 'pdf', bytes, content_type: 'application/pdf' }, 'alice', AbortSignal.timeout(60_000))
  await t.rejects(reading, { reason: 'cannot_be_honoured', message: /exceeds the memory limit/ })
  t.ok(process.resourceUsage().maxRSS - before < 250 * 1024, 'its 150 MB, which are copied, were never all in memory')
})

t.test('a text that exceeds the character limit is returned in part, with a warning', async t => {
  const bytes = Buffer.alloc(10 * MEGABYTE, 'word ')
  const { content, warnings } = await createPageWorkers().read({ ...task(''), kind: 'text', bytes }, 'alice', AbortSignal.timeout(60_000))
  t.equal(content.length, 10_000_000)
  t.match(warnings, [/more than 10,000,000 characters/])
})
