import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { newKey } from '../../../src/access/keys.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startProcess } from '../../helpers/process.ts'
import { checkViews, openTab } from './browser.ts'

// The states of the console's pages that its tasks pass quickly or never: axe, sideways scrolling and screenshots, in both themes, at both widths.
t.setTimeout(1_800_000)

/** A job may wait for the quota of a minute. */
const LONGEST = 180_000
/** Time in which a job reaches the quota, and in which it does not end. */
const QUOTA_MS = 20_000

await buildConsole(CONSOLE_FOLDER)
const full = newKey({ id: 'full', scopes: ['*'] })
const reader = newKey({ id: 'reader', scopes: ['gmail:read'] })
const roots = await temporaryFolder(t)
await mkdir(path.join(roots, 'notes'))
const note = (at: number): string => path.join(roots, 'notes', `note-${at}.md`)
for (let at = 0; at < 120; at++) await writeFile(note(at), `# Note ${at}\n\nAn old text.\n`)
const settings = {
  FILESYSTEM_ROOTS: roots,
  TOOLGATE_KEYS: JSON.stringify([full.entry, reader.entry]),
  // A system that does not respond.
  TRELLO_URL: 'http://127.0.0.1:9/1',
  TRELLO_KEY: 'a'.repeat(32),
  TRELLO_TOKEN: 'b'.repeat(64)
}
const { url } = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), ...settings }, ['--sandbox'])

async function call<T>(method: string, place: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${full.key}`, 'content-type': 'application/json' }
  const response = await fetch(url + place, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { data, error }: { data: T; error?: { message: string } } = await response.json()
  if (error) throw new Error(error.message)
  return data
}

interface Created {
  id: string
  confirm_token: string
}

const MAIL = { query: 'from:builds@ci.example', add_label: 'Done', instance: 'sandbox' }
const mailJob = (input: object = {}) => call<Created>('POST', '/v1/gmail/bulk/label_messages', { ...MAIL, ...input })
const fileJob = (glob: string, input: object = {}) =>
  call<Created>('POST', '/v1/filesystem/bulk/replace_in_files', { path: '.', glob, search: 'old', replacement: 'new', ...input })
const confirm = ({ id, confirm_token }: Created) => call('POST', `/v1/jobs/${id}/confirm`, { confirm_token })
const ended = (id: string) => call('GET', `/v1/jobs/${id}?wait=30&until=ended`)

const open = (t: Test, place: string, key = full.key) => openTab(t, place, { gateway: url, key })
const button = (page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const status = (page, text: string) => page.locator('.job-sub .status', { hasText: text }).waitFor({ timeout: LONGEST })
const settled = page => page.waitForFunction(() => document.querySelector('.loading, .rows .skeleton') === null)
const go = async (page, place: string): Promise<void> => {
  await page.goto(`${url}/console${place}`)
  await page.waitForSelector('main h1:not(.visually-hidden)')
}

/** Answers calls of the API in place of the gateway: never, or with an error. The list of operations, without which there is no page, passes. */
async function hold(page): Promise<void> {
  await page.route(/\/(v1\/(?!catalog$)|readyz)/, () => undefined)
}
async function failAll(page): Promise<void> {
  const error = {
    code: 'UPSTREAM_ERROR',
    message: 'Redis connection lost; reconnecting.',
    details: {
      reason: 'redis_unavailable',
      request_id: 'req_01hzy4e8n9',
      suggestions: ['Check that Redis runs. The gateway reconnects on its own.']
    }
  }
  await page.route(/\/(v1\/(?!catalog$)|readyz)/, route => route.fulfill({ status: 503, json: { success: false, error } }))
}

t.test('pages that load, that fail, and that a key may not use', { timeout: 900_000 }, async t => {
  const { page, wrong } = await open(t, '')
  for (const [name, place] of [
    ['overview', ''],
    ['jobs', '/jobs'],
    ['job', '/jobs/jaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['operation', '/catalog/calendar_create_event']
  ] as const) {
    await hold(page)
    await go(page, place)
    await page.locator('.loading').first().waitFor()
    await checkViews(t, page, `state-${name}-loading`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await failAll(page)
    await go(page, place)
    await page.getByRole('alert').first().waitFor()
    await checkViews(t, page, `state-${name}-error`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  await page.route(/\/v1\/catalog$/, route => route.abort())
  await page.goto(`${url}/console`)
  await page.getByText('The gateway does not respond.').waitFor()
  await checkViews(t, page, 'state-unreachable')
  t.strictSame(
    wrong.filter(text => !/net::ERR_FAILED/.test(text)),
    []
  )

  // A policy may deny the operations of a page.
  const { page: narrow } = await open(t, '', reader.key)
  await narrow.route(/\/v1\/catalog$/, async route => {
    const response = await route.fetch()
    const { data, ...envelope }: { data: { items: { system: string }[] } } = await response.json()
    await route.fulfill({ response, json: { ...envelope, data: { items: data.items.filter(({ system }) => system !== 'jobs') } } })
  })
  await go(narrow, '/jobs')
  await narrow.getByText('This key is not allowed to use this page.').waitFor()
  await checkViews(t, narrow, 'state-no-permission')
  await go(narrow, '')
  await settled(narrow)
  await checkViews(t, narrow, 'state-overview-reader')
})

t.test('the overview with a system that does not respond, and a job that is tried', { timeout: 600_000 }, async t => {
  const { page, wrong } = await open(t, '')
  await page.getByLabel('Test trello default').click()
  await page.locator('.instance-reason').first().waitFor()
  await page.locator('.try .curl summary').click()
  await checkViews(t, page, 'state-overview-unavailable')
  await page.getByRole('button', { name: /Archive 2,000/ }).click()
  await page.locator('.live .bar-part.succeeded').waitFor({ timeout: LONGEST })
  await checkViews(t, page, 'state-overview-try')
  await page.locator('.live').getByRole('button', { name: 'Undo' }).waitFor({ timeout: LONGEST })
  await checkViews(t, page, 'state-overview-tried')
  await page.locator('.live').getByRole('button', { name: 'Undo' }).click()
  await page.locator('.live .status', { hasText: 'Running' }).waitFor({ timeout: LONGEST })
  await page.locator('.live .status', { hasText: 'Completed' }).waitFor({ timeout: LONGEST })
  t.strictSame(wrong, [])
})

t.test('a job in each of its states', { timeout: 1_500_000 }, async t => {
  const preview = await fileJob('notes/note-1*.md')
  const rehearsal = await fileJob('notes/note-2*.md', { dry_run: true })
  const failures = await fileJob('notes/*.md')
  await Promise.all([3, 5, 7, 11].map(at => writeFile(note(at), 'An old text, changed meanwhile\n')))
  await Promise.all([30, 31].map(at => writeFile(note(at), Buffer.from([0xff, 0xfe, 0x00, 0x01]))))
  await confirm(failures)
  await ended(failures.id)
  const { page, wrong } = await open(t, `/jobs/${preview.id}`)
  await page.locator('.sample .diff').first().waitFor()
  await settled(page)
  await checkViews(t, page, 'state-job-diffs')
  await button(page, 'Delete').click()
  await page.getByRole('dialog').waitFor()
  await checkViews(t, page, 'state-job-delete')
  await button(page, 'Keep it').click()
  await page.locator('.actions > .curl > summary').click()
  await page.locator('.actions .curl .curl > summary').first().click()
  await checkViews(t, page, 'state-job-curl')

  await go(page, `/jobs/${rehearsal.id}`)
  await status(page, 'Completed')
  await settled(page)
  await checkViews(t, page, 'state-job-dry-run')

  await go(page, `/jobs/${failures.id}`)
  await page.getByRole('heading', { name: 'Errors by reason' }).waitFor()
  await settled(page)
  await checkViews(t, page, 'state-job-failures')
  await button(page, 'Retry all').click()
  await page.getByRole('dialog').waitFor()
  await checkViews(t, page, 'state-job-retry')
  await page.keyboard.press('Escape')

  // One message a call: the quota is reached long before the job ends.
  const mail = await mailJob({ chunk: 1 })
  await go(page, `/jobs/${mail.id}`)
  await button(page, 'Confirm and start').click()
  await page.locator('.progress .bar-part.succeeded').waitFor({ timeout: LONGEST })
  await checkViews(t, page, 'state-job-running')
  // A machine that is too slow to reach the quota shows no job that waits for it.
  const waits = page.locator('.job-sub .status', { hasText: 'Waiting' }).waitFor({ timeout: QUOTA_MS })
  const isWaiting = await waits.then(() => true).catch(() => false)
  if (isWaiting) await checkViews(t, page, 'state-job-waiting')
  else t.comment('The quota was not reached: the page of a waiting job is not judged')
  await button(page, 'Pause').click()
  await status(page, 'Paused')
  await checkViews(t, page, 'state-job-paused')
  await button(page, 'Cancel').click()
  await page.getByRole('dialog').waitFor()
  await checkViews(t, page, 'state-job-cancel')
  await button(page, 'Cancel the job').click()
  await status(page, 'Cancelled')
  await settled(page)
  await checkViews(t, page, 'state-job-cancelled')

  await go(page, '/jobs')
  await page.locator('.job-row').nth(3).waitFor()
  await page.getByLabel(/^Select all/).check()
  await checkViews(t, page, 'state-jobs-selected')
  await button(page, 'Delete').click()
  await page.getByRole('dialog').waitFor()
  await checkViews(t, page, 'state-jobs-delete')
  await page.keyboard.press('Escape')
  await page.selectOption('select[aria-label=Status]', 'failures')
  await page.waitForFunction(() => document.querySelectorAll('.job-row').length === 1)
  t.match(await page.locator('.job-row').textContent(), /failed/, 'jobs with failed items are found')
  t.strictSame(wrong, [])
})

t.test('a call that became a job, and forms in their states', { timeout: 900_000 }, async t => {
  const { page, wrong } = await open(t, '')
  const { id } = await call<{ id: string }>('POST', '/v1/operations/filesystem_read_file', { file_path: 'notes/note-40.md', mode: 'async' })
  await go(page, `/jobs/${id}`)
  await status(page, 'Completed')
  await page.getByRole('heading', { name: 'Result' }).waitFor()
  await checkViews(t, page, 'state-job-call')

  const system = await call<{ instances: object[] }>('GET', '/v1/tools/trello')
  const reason = 'Trello does not respond: connect ECONNREFUSED 127.0.0.1:9.'
  const unavailable = { ...system, available: false, reason }
  await page.route(/\/v1\/tools\/trello/, route => route.fulfill({ json: { success: true, data: unavailable, metadata: {} } }))
  await go(page, '/catalog/trello_create_card')
  await page.locator('.notice', { hasText: 'is not available' }).waitFor()
  await checkViews(t, page, 'state-operation-unavailable')
  await go(page, '/catalog/gmail_bulk_label_messages')
  await page.locator('.form').waitFor()
  await button(page, 'Check').click()
  await page.locator('.field-issues').first().waitFor()
  await checkViews(t, page, 'state-operation-issues')
  await go(page, `/catalog/filesystem_read_file#input=${encodeURIComponent('{"file_path":"notes/note-41.md"}')}`)
  await page.locator('.form').waitFor()
  await button(page, 'Check').click()
  await page.locator('.check-message').waitFor()
  await checkViews(t, page, 'state-operation-valid')
  await go(page, `/catalog/gitlab_download_file#input=${encodeURIComponent('{"project":"acme/web","file_path":"src/form.js"}')}`)
  await page.locator('.form').waitFor()
  await page.locator('.run-bar button[type=submit]').click()
  await page.getByText('Save file').waitFor()
  await checkViews(t, page, 'state-operation-download')
  await page.route(/\/v1\/operations\//, () => undefined)
  await go(page, '/catalog/web_read_url#input=%7B%22url%22%3A%22https%3A%2F%2Fdocs.example%2Fgateways%2Fretries%22%7D')
  await page.locator('.form').waitFor()
  await page.locator('.run-bar button[type=submit]').click()
  await page.locator('.response[aria-busy=true]').waitFor()
  await checkViews(t, page, 'state-operation-running')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  t.strictSame(wrong, [])
})

t.test('a tried job that cannot be read is shown as an error, and another can be tried', { timeout: 300_000 }, async t => {
  const { page } = await open(t, '')
  await page.route(/\/v1\/jobs\/[^/?]+$/, route => route.abort())
  await page.getByRole('button', { name: /Archive 2,000/ }).click()
  await page.locator('.try .notice.bad').waitFor({ timeout: LONGEST })
  await page.locator('.try .primary:not(:disabled)').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
