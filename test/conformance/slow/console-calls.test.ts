import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { newKey } from '../../../src/access/keys.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startProcess } from '../../helpers/process.ts'
import { checkViews, openTab } from './browser.ts'
import { keyboardOf } from './keyboard.ts'

// The console's pages of recorded calls, and the plot of the overview, in Chromium, with a real gateway, Redis and sandbox.
t.setTimeout(900_000)

await buildConsole(CONSOLE_FOLDER)
const full = newKey({ id: 'full', scopes: ['*'] })
const other = newKey({ id: 'other', scopes: ['trello:write'] })
const folder = await temporaryFolder(t)
const files = path.join(folder, 'files')
await mkdir(files)
const config = path.join(folder, 'toolgate.json')
const rule = { system: 'trello', permission: 'write', decision: 'confirm' }
await writeFile(config, JSON.stringify({ record: { bodies: true }, policy: [rule] }))
const settings = { TOOLGATE_CONFIG: config, FILESYSTEM_ROOTS: files, TOOLGATE_KEYS: JSON.stringify([full.entry, other.entry]) }
const { url } = await startProcess(t, { TOOLGATE_DATA: path.join(folder, 'data'), ...settings }, ['--sandbox'])

// biome-ignore lint/suspicious/noExplicitAny: results of several operations
async function call(operation: string, body: object, key = full.key): Promise<any> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/operations/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return await response.json()
}

const open = async (t: Test, place: string, key = full.key) => {
  const { page, wrong } = await openTab(t, place, { gateway: url, key })
  return { page, wrong, ...keyboardOf(t, page) }
}
const settled = page => page.waitForFunction(() => document.querySelector('.loading, [aria-busy=true]') === null)
const rows = (page, count: number) =>
  page.waitForFunction(wanted => document.querySelectorAll('.call-row').length === wanted && !document.querySelector('.loading'), count)

const error = {
  code: 'UNAVAILABLE_ERROR',
  message: 'Redis connection lost; reconnecting.',
  details: { reason: 'redis_unavailable', request_id: 'req_1', suggestions: ['Check that Redis runs.'] }
}

const HOSTILE = '"><img src=x onerror=alert(1)>\u202egnp.exe \u0007'

// Calls to find: reads, a write that needs confirmation, failures of two kinds, and one of another key.
const { data: cards } = await call('trello_list_cards', { board: 'Playground', limit: 3 })
const [{ id: card }] = cards.items
await call('trello_add_comment', { card_id: card, text: 'First' })
await call('trello_add_comment', { card_id: card, text: 'First', confirm: true })
for (let count = 0; count < 3; count++) await call('filesystem_read_file', { file_path: `missing-${count}.md` })
await call('trello_get_card', { card_id: '000000000000000000000000' }, other.key)
await call('calls_list', { principal: HOSTILE })

t.test('calls are found by filters, grouped by cause, and one is shown with its requests', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/calls?system=trello')
  await rows(page, 4)
  await settled(page)
  await checkViews(t, page, 'calls')
  await page.getByLabel('System', { exact: true }).selectOption('')
  await page.getByLabel('Reason', { exact: true }).selectOption('file_not_found')
  await rows(page, 3)
  await page.locator('.calls-figures', { hasText: '3 calls, 3 errors' }).waitFor()
  await page.getByLabel('Reason', { exact: true }).selectOption('')
  await page.locator('.failures .row-link', { hasText: 'file_not_found' }).click()
  await rows(page, 3)
  t.match(page.url(), /operation=filesystem_read_file&reason=file_not_found/)
  await page.goto(`${url}/console/calls`)
  await page.getByLabel('Principal', { exact: true }).fill('key:other')
  await rows(page, 1)
  await page.getByLabel('Principal', { exact: true }).fill('')
  await page.getByLabel('System', { exact: true }).selectOption('filesystem') // reads that the page itself gave up may have failed, too
  await page.getByLabel('Outcome', { exact: true }).selectOption('failed')
  await rows(page, 3)
  await page.getByLabel('Search calls').fill('nothing matches this')
  await page.getByText('No call matches').waitFor()
  await settled(page)
  await checkViews(t, page, 'calls-empty')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.locator('.call-row').nth(5).waitFor()
  await page.getByLabel('Time', { exact: true }).selectOption('between')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00')
  await page.getByText('No call matches').waitFor()
  await page.goto(`${url}/console/calls?operation=trello_add_comment&outcome=succeeded`)
  await rows(page, 1)
  await page.locator('.call-row a').click()
  await page.getByRole('heading', { name: 'Requests to the system' }).waitFor()
  t.match(await page.locator('.waterfall').textContent(), /POST 127\.0\.0\.1:\d+\S*\/cards\/\*\/actions\/comments200/)
  t.match(await page.locator('.fact-list').first().textContent(), /text\[5 characters\]/)
  await checkViews(t, page, 'call')
  t.strictSame(wrong, [])
})

t.test('figures are those of the filter, or there are none', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/calls')
  const figures = page.locator('.calls-figures, .failures')
  await figures.first().waitFor()
  await page.route(/\/v1\/calls\/statistics/, route => route.fulfill({ status: 503, json: { success: false, error } }))
  await page.getByLabel('System', { exact: true }).selectOption('trello')
  await page.getByText(error.message).waitFor()
  t.equal(await figures.count(), 0)
  await rows(page, 4)
  await checkViews(t, page, 'calls-without-figures')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.calls-figures', { hasText: '4 calls, 2 errors' }).waitFor()
  await page.getByLabel('Time', { exact: true }).selectOption('between')
  await page.getByLabel('To', { exact: true }).fill('2100-01-01T00:00')
  await rows(page, 4)
  await settled(page)
  t.equal(await figures.count(), 0, 'the list has all calls; figures have a start')
  await checkViews(t, page, 'calls-without-start')
  await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00')
  await page.locator('.calls-figures', { hasText: '4 calls, 2 errors' }).waitFor()
  t.strictSame(wrong, [])
})

t.test('a call is replayed by keyboard, after two questions, with a new idempotency key', { timeout: 300_000 }, async t => {
  const { page, wrong, press, tabTo, type, waitFocused } = await open(t, '/calls')
  await page.locator('.call-row').first().waitFor()
  await tabTo(/^Outcome$/)
  await type('succ')
  await tabTo(/^Operation$/)
  await type('trello_add_comment')
  await rows(page, 1)
  await tabTo(/^trello_add_comment$/)
  await press('Enter')
  await waitFocused(/^Comment on a card|Add a comment/)
  await tabTo(/^Replay$/)
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await checkViews(t, page, 'call-replay')
  await press('Escape')
  await waitFocused(/^Replay$/)
  await press('Enter')
  await tabTo(/^Replay the call$/)
  await press('Enter')
  await page.getByRole('heading', { name: 'Confirm the replay' }).waitFor()
  await checkViews(t, page, 'call-replay-confirm')
  await tabTo(/^Confirm and replay$/)
  await press('Enter')
  await page.getByText('The replay returned').waitFor()
  await checkViews(t, page, 'call-replayed')
  await tabTo(/^Show the new call$/)
  await press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.call-row').length === 3) // refused, and done; and the original
  const { data } = await call('trello_list_comments', { card_id: card })
  t.equal(data.items.filter(({ text }) => text === 'First').length, 2, 'executed twice, after two confirmations')
  t.strictSame(wrong, [])
})

t.test('what others wrote stays text, and cannot reorder the text around it', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, `/calls?operation=calls_list`)
  await page.locator('.call-row').first().waitFor()
  const { data } = await call('calls_list', { operation: 'calls_list', text: 'img' })
  const own = data.items.find(({ summary }) => summary.some(({ name }) => name === 'principal'))
  await page.goto(`${url}/console/calls/${own.id}`)
  await page.locator('.fact-list').first().waitFor()
  t.match(await page.locator('.fact-list').first().textContent(), 'onerror=alert(1)>\\u202egnp.exe \\u0007')
  const hostile = {
    ...own,
    operation: HOSTILE,
    principal: HOSTILE.repeat(20),
    reason: 'server_error',
    outcome: 'failed',
    message: HOSTILE.repeat(9),
    instance: HOSTILE,
    request_id: HOSTILE,
    attempts: [0, 1, 2].map(at => ({
      ...{ method: HOSTILE, host: HOSTILE, path: `/${'a'.repeat(900)}`, status: at === 0 ? null : 503 },
      ...{ started_ms: at * 1e9, duration_ms: at === 1 ? 1e12 : 0 }
    }))
  }
  const failures = [{ operation: HOSTILE, reason: 'x'.repeat(300), calls: 1e9, latest_at: own.at, latest_id: '../../jobs' }]
  const envelope = (body: object) => ({ json: { success: true, data: body, metadata: {} } })
  await page.route(/\/v1\/calls\/[^s]/, route => route.fulfill(envelope(hostile)))
  await page.route(/\/v1\/calls(\?|$)/, route => route.fulfill(envelope({ items: [hostile, own], next_cursor: 'c', total: null })))
  await page.route(/\/v1\/calls\/statistics/, async route => {
    const response = await route.fetch()
    const { data: counted } = await response.json()
    await route.fulfill(envelope({ ...counted, complete: false, failures }))
  })
  await page.goto(`${url}/console/calls`)
  await rows(page, 2)
  await settled(page)
  t.equal(await page.locator('.failures a').getAttribute('href'), '/console/calls/..%2F..%2Fjobs')
  await checkViews(t, page, 'calls-hostile')
  await page.goto(`${url}/console/calls/x`)
  await page.locator('.waterfall').waitFor()
  await checkViews(t, page, 'call-hostile')
  t.equal(await page.locator('main img, main script').count(), 0)
  t.strictSame(wrong, [])
})

t.test('the overview plots calls and errors, and another key sees its own calls only', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '')
  await page.locator('.traffic .plot-calls').waitFor()
  t.match(await page.locator('.traffic').textContent(), /\d+ calls, \d+ errors/)
  t.match(await page.locator('.traffic .plot').getAttribute('aria-label'), /per minute/)
  t.strictSame(wrong, [])
  const { page: narrow } = await open(t, '/calls', other.key)
  await narrow.locator('.call-row').first().waitFor()
  await settled(narrow)
  t.equal(await narrow.getByLabel('Principal', { exact: true }).count(), 0)
  t.notMatch(await narrow.locator('main').textContent(), 'key:full')
})

t.test('pages that load, that fail, or have no call', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '')
  for (const [name, place] of [
    ['calls', '/calls'],
    ['call', '/calls/x']
  ] as const) {
    await page.route(/\/v1\/calls/, () => undefined)
    await page.goto(`${url}/console${place}`)
    await page.locator('.loading').first().waitFor()
    await checkViews(t, page, `state-${name}-loading`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(/\/v1\/calls/, route => route.fulfill({ status: 503, json: { success: false, error } }))
    await page.goto(`${url}/console${place}`)
    await page.getByRole('alert').first().waitFor()
    await checkViews(t, page, `state-${name}-error`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  await page.goto(`${url}/console/calls/00000000-0000-4000-8000-000000000000`)
  await page.getByText('This call is not in the record').waitFor()
  await checkViews(t, page, 'call-missing')
  t.strictSame(wrong, [])
})
