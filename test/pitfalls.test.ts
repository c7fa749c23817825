import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'

/** Known mistakes of jobs on mail, events and cards. A test for one contains its number: (pitfall 3), (pitfalls 4 and 5). */
const PITFALLS = [
  'paging through a search while changing its results',
  'treating an estimate as a count',
  'treating an empty page as the last one',
  'a checkpoint after an action that must not be executed twice',
  'trusting a lock whose holder was suspended',
  'a healthy job that fails permanently when its worker is killed a second time',
  'a shutdown that waits for jobs, or abandons them',
  'a cancel that does not reach the worker',
  'the rate limit of one account that stops all others',
  'a rate limit counted as failures of items',
  'classifying a response by its status alone',
  'one invalid ID that fails a whole batch, or items that were not confirmed',
  'an expired credential counted as failures; workers that refresh it at the same time',
  'payload and secrets in the job store',
  'relative changes, unexpected email to guests, a confirmation of another preview'
]

/** Known mistakes of tools for the web. A test for one contains its number: (web pitfall 3). */
const WEB_PITFALLS = [
  'treating the offset of a search, which counts pages, as one of results',
  'relying on optional properties of a response',
  'returning HTML tags and entities of descriptions unchanged',
  'fetching places in parallel on a plan of one request per second',
  'sending the IDs of places in one parameter, or matching results by their order',
  'treating an invalid key as an error of the caller, a quota as a rate limit, or a reset in seconds as a time',
  "treating a site's error page, or the envelope of a reader, as the page",
  'passing a URL to a reader inside a path',
  'requesting internal addresses, or leaking a key',
  'pages without size limits, and timeouts reported as defects'
]

const sources = globSync('**/*.test.ts', { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).map(file =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
)

const numbersNamed = (pattern: RegExp): string[] =>
  sources.flatMap(source => [...source.matchAll(pattern)]).flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])

t.test('every pitfall has a test', async t => {
  const named = numbersNamed(/test\(\s*['`].*\(pitfalls? ([\d, and]+)\)/g)
  for (const [index, pitfall] of PITFALLS.entries()) t.ok(named.includes(String(index + 1)), `${index + 1}: ${pitfall}`)
})

t.test('every web pitfall has a test', async t => {
  const named = numbersNamed(/test\(\s*['"`].*\(web pitfalls? ([\d, and]+)\)/g)
  for (const [index, pitfall] of WEB_PITFALLS.entries()) t.ok(named.includes(String(index + 1)), `${index + 1}: ${pitfall}`)
})
