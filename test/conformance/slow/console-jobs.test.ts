import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { newKey } from '../../../src/access/keys.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startProcess } from '../../helpers/process.ts'
import { checkViews, openTab, screenshot, type TabOptions, violationsOf } from './browser.ts'

// The pages Overview, Jobs and Job in Chromium, with a real gateway, Redis and sandbox.
t.setTimeout(900_000)

/** A job may wait for the quota of a minute. */
const LONGEST = 180_000

/** Names that a page which builds markup from text would run or garble. */
const HOSTILE = [
  '<img src=x onerror=document.title="run">.txt',
  '<svg onload=document.title="run">.txt',
  '‮txt.exe reversed.txt',
  `${'very-long-'.repeat(24)}name.txt`,
  '{{constructor.constructor("document.title=1")()}}.txt'
]

await buildConsole(CONSOLE_FOLDER)
const full = newKey({ id: 'full', scopes: ['*'] })
const reader = newKey({ id: 'reader', scopes: ['jobs:read', 'gmail:read', 'filesystem:read'] })
const roots = await temporaryFolder(t)
for (const name of HOSTILE) await writeFile(path.join(roots, name.replaceAll('/', '∕')), 'old text\n')
await mkdir(path.join(roots, 'many'))
for (let at = 0; at < 40; at++) await writeFile(path.join(roots, 'many', `file-${at}.md`), 'old text\n')

const settings = { FILESYSTEM_ROOTS: roots, TOOLGATE_KEYS: JSON.stringify([full.entry, reader.entry]) }
const { url } = await startProcess(t, { TOOLGATE_DATA: await temporaryFolder(t), ...settings }, ['--sandbox'])

const open = (t: Test, place: string, more: Partial<TabOptions> = {}) => openTab(t, place, { gateway: url, key: full.key, ...more })

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

/** A job over messages of the sandbox that waits for its confirmation. It takes a few seconds. */
const mailJob = (query: string, chunk = 10) =>
  call<Created>('POST', '/v1/gmail/bulk/label_messages', { query, add_label: 'Done', chunk, instance: 'sandbox' })

const fileJob = (glob: string) =>
  call<Created>('POST', '/v1/filesystem/bulk/replace_in_files', { path: '.', glob, search: 'old', replacement: 'new' })

const button = (page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page, text: string) => page.locator('.job-sub .status', { hasText: text }).waitFor({ timeout: LONGEST })

t.test('a newcomer runs, watches, pauses, resumes and undoes a job', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '')
  await page.getByRole('button', { name: /Archive 2,000 messages/ }).click()
  await page.locator('.live .bar-part.succeeded').waitFor()
  await page.getByRole('link', { name: 'Open the job' }).click()
  await button(page, 'Pause').click()
  await status(page, 'Paused')
  const paused = await page.locator('.figures dd').first().textContent()
  t.match(paused, / of 2,000$/)
  await button(page, 'Resume').click()
  await status(page, 'Completed')
  t.equal(await page.locator('.figures dd').first().textContent(), '2,000 of 2,000')
  t.match(await page.locator('.plot').getAttribute('aria-label'), /^Items per second over time: [\d.,]+ now/)
  const states = await page.locator('.timeline-status').allTextContents()
  t.strictSame(states.slice(0, 3), ['Completed', 'Running', 'Queued'])
  t.ok(states.includes('Paused'))
  await button(page, 'Undo').click()
  await page.getByRole('heading', { name: /^Undo: / }).waitFor()
  await button(page, 'Confirm and start').click()
  await status(page, 'Completed')
  await page.goBack()
  await page.getByRole('heading', { name: /^Archive / }).waitFor()
  t.equal(await page.locator('a.mono[href^="/console/jobs/"]').count(), 1, 'the parent links to its undo')
  t.strictSame(wrong, [])
})

t.test('a running job is cancelled after a question, and its remaining items are retried', { timeout: 300_000 }, async t => {
  const { id } = await mailJob('from:builds@ci.example before:2024/06/01')
  const { page, wrong } = await open(t, `/jobs/${id}`)
  await button(page, 'Confirm and start').click()
  await page.locator('.progress .bar-part.succeeded').waitFor()
  await button(page, 'Cancel').click()
  await page.getByRole('dialog').waitFor()
  await button(page, 'Keep it').click()
  await button(page, 'Cancel').click()
  await button(page, 'Cancel the job').click()
  await status(page, 'Cancelled')
  await button(page, 'Retry').click()
  t.match(await page.getByRole('dialog').textContent(), /Not attempted/)
  await button(page, 'Create retry').click()
  await page.waitForURL(({ pathname }) => pathname !== `/console/jobs/${id}`)
  await status(page, 'Needs confirmation')
  await button(page, 'Cancel').click()
  await status(page, 'Cancelled')
  t.strictSame(wrong, [])
})

t.test('names of items are shown as text; why an item failed is one click away', { timeout: 300_000 }, async t => {
  const job = await fileJob('*.txt')
  const { page, wrong } = await open(t, `/jobs/${job.id}`)
  await page
    .locator('.sample li')
    .nth(HOSTILE.length - 1)
    .waitFor()
  t.equal(await page.locator('.sample img, .sample svg, .rows img, .rows svg').count(), 0)
  await screenshot(page, 'job-hostile-names')
  await writeFile(path.join(roots, HOSTILE[3] ?? ''), 'old text that changed\n')
  await button(page, 'Confirm and start').click()
  await status(page, 'Completed')
  await page.getByRole('heading', { name: 'Errors by reason' }).waitFor()
  await button(page, 'Show failed items').click()
  await page.waitForURL(/outcome=failed/)
  const row = page.locator('.rows tbody .row-link')
  await page.waitForFunction(() => document.querySelectorAll('.rows tbody .row-link').length === 1)
  t.match(await row.textContent(), /very-long-/)
  await row.click()
  const dialog = page.getByRole('dialog')
  t.match(await dialog.textContent(), /version_conflict|changed/)
  t.ok((await dialog.boundingBox()).width <= 560, 'a long name wraps')
  t.strictSame(await violationsOf(page), [])
  await screenshot(page, 'job-item')
  await page.keyboard.press('Escape')
  await page.selectOption('select', '')
  await page.waitForFunction(count => document.querySelectorAll('.rows tbody .row-link').length === count, HOSTILE.length)
  t.ok((await page.locator('.rows').textContent()).includes('<svg onload='))
  t.ok(
    (await page.locator('.rows').textContent()).includes('\\u202etxt.exe reversed.txt'),
    'an override of the direction is shown, not obeyed'
  )
  t.notMatch(await page.title(), /run|^1$/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^CSV/ }).click()])
  t.equal(download.suggestedFilename(), `${job.id}.csv`)
  t.strictSame(wrong, [])
})

/** Texts and labels of the page that hold a control of direction, which would reorder others, and elements that a text has become. */
const obeyed = (page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = /[\u202a-\u202e\u2066-\u2069\u200b]/
    const found = [...document.querySelectorAll('main img, main script, main iframe, main svg:not(.plot svg)')].map(one => one.outerHTML)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) if (controls.test(texts.currentNode.textContent)) found.push(texts.currentNode.textContent)
    for (const one of document.querySelectorAll('[title], [aria-label], [aria-valuetext]'))
      for (const name of ['title', 'aria-label', 'aria-valuetext'])
        if (controls.test(one.getAttribute(name) ?? '')) found.push(`${name} ${one.outerHTML}`)
    return found.map(text => text.slice(0, 300))
  })

t.test(
  'hostile text is text in every place: descriptions, diffs, errors, results, lists, messages, commands',
  { timeout: 300_000 },
  async t => {
    const bait = '<img src=x onerror=document.title="run">\u202ecod.exe\u200b'
    await mkdir(path.join(roots, 'bait'))
    const names = ['\u202egnp.one.md', `${'W'.repeat(200)}.md`, '<svg onload=document.title="run">.md']
    for (const name of names) await writeFile(path.join(roots, 'bait', name), `Before ${bait}\n`)
    const job = await call<Created>('POST', '/v1/filesystem/bulk/replace_in_files', {
      path: '.',
      glob: 'bait/*',
      search: bait,
      replacement: `x${bait}`
    })
    const { page, wrong } = await open(t, `/jobs/${job.id}`)
    await page.locator('.sample .diff').first().waitFor()
    await page.locator('.actions > .curl > summary').click()
    t.strictSame(await obeyed(page), [], 'preview with diffs')
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no sideways scrolling at ${width}`)
      await screenshot(page, `job-hostile-preview-${width}`)
    }
    for (const name of names) await writeFile(path.join(roots, 'bait', name), `Changed ${bait}\n`)
    await button(page, 'Confirm and start').click()
    await status(page, '3 failed')
    await page.getByRole('heading', { name: 'Errors by reason' }).waitFor()
    await page.locator('.rows .row-link:not(.skeleton)').nth(2).waitFor()
    t.strictSame(await obeyed(page), [], 'errors and items')
    t.match(await page.locator('.groups').textContent(), /\\u202egnp|<svg onload|WWWW/)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no sideways scrolling at ${width}`)
      await screenshot(page, `job-hostile-errors-${width}`)
    }
    await page.locator('.rows .row-link').first().click()
    await page.getByRole('dialog').waitFor()
    t.strictSame(await obeyed(page), [], 'one item')
    await page.keyboard.press('Escape')
    await page.locator('.groups .copy').first().click()
    await page.getByText('Item ID copied').waitFor()
    t.strictSame(await obeyed(page), [], 'a message')

    const reading = await call<Created>('POST', '/v1/operations/filesystem_read_file', { file_path: `bait/${names[0]}`, mode: 'async' })
    await page.goto(`${url}/console/jobs/${reading.id}`)
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    t.match(await page.locator('main').textContent(), /\\u202ecod\.exe/)
    t.strictSame(await obeyed(page), [], 'a result')
    for (const place of [
      '/jobs',
      '/jobs?q=%E2%80%AE%3Cimg%3E',
      '/catalog?q=%E2%80%AE%3Cimg+src%3Dx%3E',
      '/jobs/%E2%80%AE%3Cimg%3E',
      '/catalog/%E2%80%AE%3Cimg%3E',
      '/%E2%80%AE'
    ]) {
      await page.goto(`${url}/console${place}`)
      await page.locator('.job-row, .empty, .notice, main p').first().waitFor()
      await page
        .locator('.curl > summary')
        .first()
        .click({ timeout: 1_000 })
        .catch(() => undefined)
      t.strictSame(await obeyed(page), [], place)
      t.notMatch(await page.title(), /^run$/)
    }
    t.strictSame(wrong, [])
  }
)

t.test('a key that may only read sees no control that would fail', { timeout: 300_000 }, async t => {
  const created = await fetch(`${url}/v1/jobs`, { headers: { authorization: `Bearer ${reader.key}` } })
  t.equal(created.status, 200)
  for (const place of ['', '/jobs']) {
    const { page, wrong } = await open(t, place, { key: reader.key })
    await page
      .getByText(/No jobs yet|No job is active/)
      .first()
      .waitFor()
    const names = await page.getByRole('button').allTextContents()
    t.notOk(
      names.some(name => /Archive|Confirm|Cancel|Pause|Resume|Retry|Undo|Delete/.test(name)),
      `${place}: ${names.join(', ')}`
    )
    t.equal(await page.getByRole('checkbox').count(), 0)
    t.strictSame(wrong, [])
  }
  const few = await open(t, '/jobs/jaaaaaaaaaaaaaaaaaaaaaaaaaa', { key: reader.key })
  await few.page.getByRole('alert').waitFor()
  t.match(await few.page.getByRole('alert').textContent(), /is visible to this key/)
})

t.test('jobs are found, filtered, and paused and cancelled together', { timeout: 300_000 }, async t => {
  const jobs = [await fileJob('many/file-1*.md'), await fileJob('many/file-2*.md')]
  const { page, wrong } = await open(t, '/jobs')
  await page.getByLabel('Search jobs').fill('many/file-')
  await page.waitForURL(/q=many/)
  await page.waitForFunction(() => document.querySelectorAll('.job-row').length === 2)
  await page.selectOption('select[aria-label=Status]', 'attention')
  await page.getByLabel(/^Select all 2/).check()
  await button(page, 'Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('No job matches').waitFor()
  await page.reload()
  await page.getByText('No job matches').waitFor()
  await button(page, 'Clear the filters').click()
  await page.locator('.job-row').nth(jobs.length).waitFor()
  await page.goBack()
  t.strictSame(wrong, [])
})

t.test('a job is started and cancelled by keyboard alone, from its address', { timeout: 300_000 }, async t => {
  // One message a call: the job still runs when the keys have been pressed.
  const { id } = await mailJob('from:builds@ci.example after:2024/09/01', 1)
  const { page } = await open(t, `/jobs/${id}`)
  await button(page, 'Confirm and start').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let at = 0; at < 60; at++) {
      await page.keyboard.press('Tab')
      if (name.test(await focused())) return
    }
    throw new Error(`${name} is not reached by Tab`)
  }
  await page.keyboard.press('Tab')
  t.match(await focused(), /Skip to content/)
  await page.keyboard.press('Enter')
  await tabTo(/^Confirm and start$/)
  await page.keyboard.press('Enter')
  await page.locator('.progress .bar-part.succeeded').waitFor()
  await tabTo(/^Cancel$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(/^Cancel the job$/)
  await page.keyboard.press('Enter')
  await status(page, 'Cancelled')
  t.ok(await page.evaluate(() => !document.querySelector('dialog')), 'the dialog is closed')
})

t.test('where event streams are blocked, the job is polled', { timeout: 300_000 }, async t => {
  const { id } = await mailJob('from:builds@ci.example subject:gateway')
  const { page } = await open(t, `/jobs/${id}`)
  await page.route('**/events', route => route.abort())
  await page.reload()
  await button(page, 'Confirm and start').click()
  await status(page, 'Completed')
  t.match(await page.locator('.figures dd').first().textContent(), /^(\d+) of \1$/)
})

t.test('every page passes axe, dark and light, on a phone and a wide screen; screenshots are written', { timeout: 600_000 }, async t => {
  const awaiting = await mailJob('from:builds@ci.example before:2024/03/01')
  const failed = await fileJob('many/*.md')
  await writeFile(path.join(roots, 'many/file-7.md'), 'old text, changed\n')
  await call('POST', `/v1/jobs/${failed.id}/confirm`, { confirm_token: failed.confirm_token })
  await call('GET', `/v1/jobs/${failed.id}?wait=30&until=ended`)
  const pages = [
    ['overview', '', 'Systems'],
    ['jobs', '/jobs', 'Jobs'],
    ['jobs-empty', '/jobs?q=nothing-matches-this', 'Jobs'],
    ['job-preview', `/jobs/${awaiting.id}`, 'Preview'],
    ['job-failures', `/jobs/${failed.id}?outcome=failed`, 'Errors by reason'],
    ['job-missing', '/jobs/jaaaaaaaaaaaaaaaaaaaaaaaaaa', 'Job'],
    ['not-found', '/nothing', 'Page not found']
  ] as const
  const { page, wrong } = await open(t, '')
  for (const [name, place, heading] of pages) {
    await page.goto(`${url}/console${place}`)
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
    await page.waitForFunction(() => document.querySelector('.loading, .rows .skeleton') === null)
    await checkViews(t, page, name)
  }
  t.strictSame(wrong, [])
  const locked = await openTab(t, '', { gateway: url, width: 360, colorScheme: 'dark' })
  await locked.page.getByLabel('Key').waitFor()
  t.strictSame(await violationsOf(locked.page), [], 'sign in')
  await locked.page.getByLabel('Key').fill('tg_wrong')
  await button(locked.page, 'Sign in').click()
  await locked.page.getByRole('alert').waitFor()
  await screenshot(locked.page, 'sign-in-dark-360')
  await locked.page.getByLabel('Key').fill(full.key)
  await button(locked.page, 'Sign in').click()
  await locked.page.getByRole('heading', { name: 'Systems' }).waitFor()
  t.equal(await locked.page.evaluate(() => localStorage.length + document.cookie.length), 0, 'the key is kept in the tab only')
})
