import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'

/** Mistakes that jobs over mail, events and cards are known for. A test of one names it: (pitfall 3), (pitfalls 4 and 5). */
const PITFALLS = [
  'paging a search while changing what it finds',
  'taking an estimate for a count',
  'taking an empty page for the last one',
  'a checkpoint after the deed, where the deed must not be done twice',
  'trusting a lock whose holder was frozen',
  'a healthy job that fails for good at the second kill of its worker',
  'a shutdown that waits for jobs, or leaves them behind',
  'a cancel that reaches nobody',
  'the limit of one account that stops all others',
  'a rate limit that is counted as failures of items',
  'deciding by the status of an answer alone',
  'one bad id that fails a thousand, or a thousand confirmations that nobody gave',
  'a credential that ends, counted as failures; workers that renew it at once',
  'payload and secrets in the job store',
  'actions that are relative, or tell guests; a confirmation for another preview'
]

/** Mistakes that tools for the web are known for. A test of one names it: (web pitfall 3). */
const WEB_PITFALLS = [
  'taking the offset of a search, which counts pages, for one of results',
  'trusting that what an answer may leave out is there',
  'answering tags and entities of descriptions as they came',
  'looking places up in parallel on a plan of one request a second',
  'ids of places in one parameter, or joined by their order',
  'taking a bad key for a fault of the caller, a quota for haste, or a reset for a time of day',
  "taking a site's error page, or the envelope of a reader, for the page",
  'handing a URL to a reader within a path',
  'calling addresses inside, or letting a key out',
  'pages without bounds, and timeouts told as defects'
]

const sources = globSync('**/*.test.ts', { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).map(file =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
)

const numbersNamed = (pattern: RegExp): string[] =>
  sources.flatMap(source => [...source.matchAll(pattern)]).flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])

t.test('every pitfall has a test that names it', async t => {
  const named = numbersNamed(/test\(\s*['`].*\(pitfalls? ([\d, and]+)\)/g)
  for (const [place, pitfall] of PITFALLS.entries()) t.ok(named.includes(String(place + 1)), `${place + 1}: ${pitfall}`)
})

t.test('every pitfall of the web has a test that names it', async t => {
  const named = numbersNamed(/test\(\s*['"`].*\(web pitfalls? ([\d, and]+)\)/g)
  for (const [place, pitfall] of WEB_PITFALLS.entries()) t.ok(named.includes(String(place + 1)), `${place + 1}: ${pitfall}`)
})
