import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t, { type Test } from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { newKey } from '../../../src/access/keys.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startProcess } from '../../helpers/process.ts'
import { openTab } from './browser.ts'
import { keyboardOf } from './keyboard.ts'

// Every task of the console by keyboard alone, in Chromium, with a real gateway, Redis and sandbox. No test here uses a mouse.
t.setTimeout(900_000)

/** A job may wait for the quota of a minute. */
const LONGEST = 180_000

await buildConsole(CONSOLE_FOLDER)
const full = newKey({ id: 'full', scopes: ['*'] })
const roots = await temporaryFolder(t)
await mkdir(path.join(roots, 'notes'))
for (let at = 0; at < 60; at++) await writeFile(path.join(roots, 'notes', `note-${at}.md`), 'old text\n')
const settings = { FILESYSTEM_ROOTS: roots, TOOLGATE_KEYS: JSON.stringify([full.entry]) }
const { url } = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), ...settings }, ['--sandbox'])

async function open(t: Test, place: string, key = full.key) {
  const { page, wrong } = await openTab(t, place, { gateway: url, key })
  return { page, wrong, ...keyboardOf(t, page) }
}

async function call<T>(place: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${full.key}`, 'content-type': 'application/json' }
  const response = await fetch(url + place, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data, error }: { data: T; error?: { message: string } } = await response.json()
  if (error) throw new Error(error.message)
  return data
}

const status = (page, text: string | RegExp) => page.locator('.job-sub .status', { hasText: text }).waitFor({ timeout: LONGEST })
const announced = (page, text: RegExp) =>
  page.waitForFunction(
    source => [...document.querySelectorAll('[role=status]')].some(one => new RegExp(source).test(one.textContent)),
    text.source,
    { timeout: LONGEST }
  )
const clipboard = (page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

t.test('a user signs in, and skips the navigation', async t => {
  const { page, wrong, focused, press, type, tabTo, waitFocused } = await open(t, '', '')
  await page.locator('#key').waitFor()
  t.match(await focused(), /^Key$/, 'the only field has the focus')
  await type(full.key)
  await press('Enter')
  await waitFocused(/^Overview$/)
  await page.evaluate(() => history.replaceState(null, '', '/console/catalog/trello_create_card#input=%7B%22name%22%3A%22A%22%7D'))
  await page.reload()
  await page.locator('.form').waitFor()
  await tabTo(/^Skip to content$/)
  await press('Enter')
  await waitFocused(/^Create a card in a list$/)
  t.match(await page.evaluate(() => location.hash), /^#input=/, 'the address still holds the input')
  await tabTo(/^Copy operation ID/)
  t.strictSame(wrong, [])
})

t.test('a bulk job is started from its form, confirmed, paused, resumed, cancelled, retried and undone', { timeout: 600_000 }, async t => {
  const { page, wrong, press, type, tabTo, waitFocused } = await open(t, '')
  await page.locator('nav a').first().waitFor()
  await tabTo(/^Catalog$/)
  await press('Enter')
  await waitFocused(/^Catalog$/)
  await tabTo(/^Search operations$/)
  await type('add a label to many messages')
  await press('Enter')
  await waitFocused(/^Add a label to many messages$/)
  await page.locator('.form').waitFor()
  await waitFocused(/^Add a label to many messages$/)
  await tabTo(/-add_label$/)
  await type('Done')
  await tabTo(/^Optional/)
  await press('Enter')
  await tabTo(/-query$/)
  await type('from:builds@ci.example')
  await tabTo(/-chunk$/)
  // One message a call reaches the quota of a minute: the job outlasts a slow machine.
  await type('1')
  await press('Control+Enter')
  await page.waitForURL(/\/console\/jobs\/[a-z0-9]+$/)
  await waitFocused(/^Add the label Done/)
  const [, address = ''] = /(\/jobs\/.*)$/.exec(page.url()) ?? []

  await tabTo(/^Confirm and start$/)
  await press('Enter')
  await page.locator('.progress .bar-part.succeeded').waitFor({ timeout: LONGEST })
  await waitFocused(/^Add the label Done/)
  await tabTo(/^Pause$/)
  await press('Space')
  await status(page, 'Paused')
  await announced(page, /^Job: Paused$/)
  await waitFocused(/^Add the label Done/)
  await tabTo(/^Resume$/)
  await press('Enter')
  await status(page, /Queued|Running|Waiting/)
  await waitFocused(/^Add the label Done/)

  await tabTo(/^Cancel$/)
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await waitFocused(/^Cancel$/)
  await press('Enter')
  await tabTo(/^Keep it$/)
  await press('Enter')
  await waitFocused(/^Cancel$/)
  await press('Enter')
  await tabTo(/^Cancel the job$/)
  await press('Enter')
  await status(page, 'Cancelled')
  await announced(page, /^Job: Cancelled, [\d,]+ succeeded, [\d,]+ not attempted$/)
  await waitFocused(/^Add the label Done/)

  await tabTo(/^Retry$/)
  await press('Enter')
  await tabTo(/^Create retry$/)
  await press('Enter')
  await waitFocused(/^Retry: /)
  await status(page, 'Needs confirmation')
  await tabTo(/^Cancel$/)
  await press('Enter')
  await status(page, 'Cancelled')

  await page.goBack()
  await page.waitForURL(new RegExp(`${address}$`))
  await status(page, 'Cancelled')
  await tabTo(/^Undo$/)
  await press('Enter')
  await waitFocused(/^Undo: /)
  await tabTo(/^Confirm and start$/)
  await press('Enter')
  await status(page, 'Completed')
  await announced(page, /^Job: Completed, [\d,]+ succeeded$/)
  t.strictSame(wrong, [])
})

t.test('a job is found by its filters, why an item failed is read, and a command is copied', { timeout: 300_000 }, async t => {
  const body = { path: '.', glob: 'notes/*.md', search: 'old', replacement: 'new' }
  const job = await call<{ id: string; confirm_token: string }>('/v1/filesystem/bulk/replace_in_files', body)
  await writeFile(path.join(roots, 'notes/note-7.md'), 'old text that changed\n')
  await call(`/v1/jobs/${job.id}/confirm`, { confirm_token: job.confirm_token })

  const { page, wrong, focused, press, type, tabTo, waitFocused } = await open(t, '/jobs')
  await page.locator('.job-row').first().waitFor()
  await tabTo(/^Search jobs$/)
  await type('notes/')
  await page.waitForURL(/q=notes/)
  await tabTo(/^Status$/)
  await type('Comp')
  await page.waitForURL(/show=completed/)
  await tabTo(/^System$/)
  await type('File')
  await page.waitForURL(/system=filesystem/)
  await page.waitForFunction(() => document.querySelectorAll('.job-row').length === 1)
  await tabTo(/^Replace "old"/)
  await press('Enter')
  await waitFocused(/^Replace "old"/)
  await status(page, '1 failed')

  await tabTo(/^Show failed items$/)
  await press('Enter')
  await page.waitForURL(/outcome=failed/)
  await page.waitForFunction(() => document.querySelectorAll('.rows .row-link:not(.skeleton)').length === 1)
  await tabTo(/^notes\/note-7\.md$/)
  await press('Enter')
  t.match(await page.getByRole('dialog').textContent(), /changed after it was listed/)
  await tabTo(/^Copy as JSON$/)
  await press('Enter')
  await announced(page, /Item copied/)
  t.match(JSON.parse(await clipboard(page)), { error: { reason: 'version_conflict' } })
  await press('Escape')
  await waitFocused(/note-7\.md$/)

  await tabTo(/^As curl$/)
  await press('Enter')
  await tabTo(/^Copy$/)
  await press('Enter')
  await page.waitForFunction(() => navigator.clipboard.readText().then(text => text.startsWith('curl')))
  t.match(await clipboard(page), new RegExp(`^curl[^]*/v1/jobs/${job.id}/items\\?outcome=failed`))

  // The table of many items is one stop: the arrow keys move in it, and Tab leaves it.
  await page.goto(`${url}/console/jobs/${job.id}`)
  await page.locator('.rows .row-link:not(.skeleton)').first().waitFor()
  const nameAt = (row: number) => page.locator(`.rows tr[aria-rowindex="${row + 1}"] .row-link`).textContent()
  await tabTo(/^NDJSON/)
  await press('Tab')
  t.equal(await focused(), await nameAt(1))
  await press('ArrowDown', 'ArrowDown', 'ArrowUp')
  t.equal(await focused(), await nameAt(2))
  await press('End')
  await waitFocused(/note-\d+\.md$/)
  t.equal(await focused(), await nameAt(60))
  await press('PageUp')
  await waitFocused(/note-\d+\.md$/)
  t.not(await focused(), await nameAt(60).catch(() => ''))
  await press('Home')
  t.equal(await focused(), await nameAt(1))
  await press('Tab')
  t.match(await focused(), /^As curl$/)
  t.strictSame(wrong, [])
})

t.test('nested objects, lists, choices and a file are entered, and the focus stays when a control goes', { timeout: 300_000 }, async t => {
  const { page, wrong, focused, press, type, tabTo, waitFocused } = await open(t, '/catalog/calendar_create_event')
  await page.locator('.form').waitFor()
  await tabTo(/-start$/)
  await type('2026-03-02T17:00')
  await tabTo(/-end$/)
  await type('2026-03-02T18:00')
  await tabTo(/^Optional/)
  await press('Enter')
  await tabTo(/-time_zone$/)
  await type('Europe/Berlin')
  await tabTo(/-summary$/)
  await type('Planning')
  await tabTo(/^Add item to attendees$/)
  await press('Enter')
  await page.waitForFunction(() => document.activeElement.id.endsWith('attendees[0].email'))
  await type('ann@example.com')
  await tabTo(/-attendees\[0\]\.optional$/)
  await type('true')
  await tabTo(/^Add item to attendees$/)
  await press('Enter')
  await page.waitForFunction(() => document.activeElement.id.endsWith('attendees[1].email'))
  await page.keyboard.press('Shift+Tab')
  t.match(await focused(), /^Remove attendees 2|^Clear email|attendees/)
  await tabTo(/^Remove attendees 2$/)
  await press('Enter')
  await waitFocused(/attendees/)
  await tabTo(/-send_updates$/)
  await type('none')
  await press('Control+Enter')
  await page.locator('.response [role=tab]').first().waitFor()
  const input = JSON.parse(await page.getByLabel('Input as JSON').inputValue())
  t.strictSame(input.attendees, [{ email: 'ann@example.com', optional: true }])
  t.equal(input.send_updates, 'none')
  await tabTo(/^Rendered$/)
  await press('ArrowRight')
  await waitFocused(/^JSON$/)
  t.match(await page.locator('.response .scroll pre').last().textContent(), /"summary": "Planning"/)

  await page.goto(`${url}/console/catalog/trello_create_card`)
  await page.locator('.form').waitFor()
  await tabTo(/-name$/)
  await type('By keyboard')
  await tabTo(/^Clear name$/).catch(() => undefined)
  await page.keyboard.press('Shift+Tab')
  t.not(await focused(), '', 'something has the focus')

  await page.goto(`${url}/console/catalog/confluence_upload_attachment`)
  await page.locator('.form').waitFor()
  const folder = await mkdtemp(path.join(tmpdir(), 'toolgate-files-'))
  await writeFile(path.join(folder, 'small.txt'), 'Hello\n')
  // The wait begins before the key: the browser reports a dialog only if a listener is there.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(/content_base64: choose a file$/)
  await press('Enter')
  await (await chooser).setFiles(path.join(folder, 'small.txt'))
  await page.waitForFunction(() => document.querySelector('.json-input').value.includes('SGVsbG8K'))
  await tabTo(/-page_id$/)
  await type('65689')
  await press('Control+Enter')
  await page.locator('.response .markdown', { hasText: 'small.txt' }).waitFor()
  t.strictSame(wrong, [])
})

t.test('Enter opens the best match of what is typed, not of what was typed before', { timeout: 300_000 }, async t => {
  const { page, wrong, press, type, tabTo, waitFocused } = await open(t, '/catalog')
  await page.locator('.operations').first().waitFor()
  await tabTo(/^Search operations$/)
  await type('send an email')
  await page.waitForFunction(() => document.querySelector('.operation-id')?.textContent === 'gmail_send_message')
  await press('Control+a')
  await type('create a card')
  await press('Enter')
  await waitFocused(/^Create a card in a list$/)
  t.strictSame(wrong, [])
})
