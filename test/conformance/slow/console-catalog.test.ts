import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { newKey } from '../../../src/access/keys.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { connect } from '../../helpers/mcp.ts'
import { startProcess } from '../../helpers/process.ts'
import { checkViews, openTab, screenshot, type TabOptions, violationsOf } from './browser.ts'

// The catalog of the console in a real browser, of a gateway with its own Redis and the sandbox.
t.setTimeout(1_800_000)
const full = newKey({ id: 'full', scopes: ['*'] })
const reader = newKey({ id: 'reader', scopes: ['trello:read', 'gcloud:read', 'filesystem:read'] })
await buildConsole(CONSOLE_FOLDER)
const { url } = await startProcess(
  t,
  { TOOLGATE_DATA: await temporaryFolder(t), TOOLGATE_KEYS: JSON.stringify([full.entry, reader.entry]) },
  ['--sandbox']
)
const headers = { authorization: `Bearer ${full.key}`, 'content-type': 'application/json' }

type Input = Record<string, unknown>

const open = async (t: Test, place: string, options: Partial<TabOptions> = {}) =>
  await openTab(t, place, { gateway: url, key: full.key, ...options })

const at = (id: string, input?: Input): string => `/catalog/${id}${input ? `#input=${encodeURIComponent(JSON.stringify(input))}` : ''}`

/** Opens an operation as a link does, which takes a fraction of the time of loading the page. Another page is shown in between, so that its form is new. */
async function show(page, id: string, input?: Input): Promise<void> {
  await page.evaluate(
    async place => {
      for (const address of ['/console/nothing', `/console${place}`]) {
        history.pushState(null, '', address)
        window.dispatchEvent(new PopStateEvent('popstate'))
        while (address === '/console/nothing' && document.querySelector('.form')) await new Promise(done => setTimeout(done))
      }
    },
    at(id, input)
  )
  await page.waitForFunction(id => document.title.startsWith(`${id} `) && document.querySelector('.form') !== null, id)
}

const control = (page, place: string) => page.locator(`[id$="-${place}"]`).first()

/** Opens what hides a control. */
const unfold = async (found): Promise<void> => {
  await found.waitFor({ state: 'attached' })
  await found.evaluate(element => {
    const folded = element.closest('details:not([open])')
    folded?.querySelector('summary').click()
  })
}

/** Enters a value as a user does: each control by its own means. */
async function enter(page, place: string, value: unknown): Promise<void> {
  const found = control(page, place)
  await unfold(found)
  const tag = await found.evaluate(element => element.tagName)
  if (tag === 'SELECT') return await found.selectOption({ label: typeof value === 'string' ? value : JSON.stringify(value) })
  if (tag !== 'FIELDSET') return await found.fill(typeof value === 'string' ? value : JSON.stringify(value))
  if (!Array.isArray(value)) return await enterAll(page, Object(value), `${place}.`)
  const boxes = found.locator(':scope > label input[type=checkbox]')
  if ((await boxes.count()) > 0) {
    for (const one of value) await found.getByLabel(String(one), { exact: true }).check()
    return
  }
  for (const [index, item] of value.entries()) {
    await page.getByLabel(`Add item to ${place.split('.').at(-1)}`, { exact: true }).click()
    await enter(page, `${place}[${index}]`, item)
  }
}

async function enterAll(page, input: Input, prefix = ''): Promise<void> {
  for (const [name, value] of Object.entries(input)) await enter(page, `${prefix}${name}`, value)
}

const json = async (page): Promise<unknown> => JSON.parse(await page.getByLabel('Input as JSON').inputValue())

const run = async (page): Promise<void> => await page.locator('.run-bar button[type=submit]').click()

/** Waits for a part of the response. Throws an error with what the page shows instead. */
async function waitShown(page, part): Promise<void> {
  await part.waitFor().catch(async () => {
    const [bar, response] = await Promise.all(['.run-bar', '.response'].map(one => page.locator(one).allTextContents()))
    throw new Error(`The page shows ${page.url()}, ${JSON.stringify({ bar, response }).slice(0, 2_000)}`)
  })
}

/** The response that the page shows, as JSON. */
async function responseOf(page): Promise<{ data: Input; metadata: Input }> {
  await page.locator('.response [role=tab]', { hasText: 'JSON' }).click()
  return JSON.parse(await page.locator('.response .scroll pre').last().textContent())
}

const EVENT = {
  calendar: 'Playground',
  summary: 'Planning',
  start: '2026-03-02T17:00',
  end: '2026-03-02T18:00',
  time_zone: 'Europe/Berlin',
  send_updates: 'none',
  attendees: [{ email: 'ann@example.com', optional: true }, { email: 'ben@example.com' }],
  reminders: [{ method: 'popup', minutes: 10 }]
}

/** Calls of all kinds: lists, enums, numbers, dates, nested lists and objects, long texts, confirmations, events. */
const CALLS: readonly [kind: string, id: string, input: Input][] = [
  ['list', 'trello_list_boards', { status: 'open', limit: 2 }],
  ['list of texts, number', 'gitlab_list_issues', { project: 'acme/web', labels: ['bug'], limit: 2 }],
  ['read', 'confluence_get_page', { page_title: 'Troubleshooting', space_key: 'DOCS', content_format: 'markdown' }],
  ['search', 'confluence_search', { query: 'install care', search_space: 'DOCS', search_type: 'page', limit: 1 }],
  ['nested objects', 'calendar_create_event', EVENT],
  [
    'list of numbers',
    'gitlab_create_issue',
    { project: 'acme/playground', title: 'Form', description: 'Steps:\n\n1. Type', labels: ['bug'], assignee_ids: [3] }
  ],
  [
    'list of objects',
    'gitlab_create_release',
    { project: 'acme/playground', tag: 'v0.4', ref: 'v1.0', name: 'Fourth', links: [{ name: 'Notes', url: 'https://example.com/notes' }] }
  ],
  ['long text', 'filesystem_write_file', { file_path: 'workbench/from-the-form.txt', content: 'One\nTwo\n' }],
  ['read', 'filesystem_read_file', { file_path: 'logs/app.log', limit: 2 }],
  ['search', 'filesystem_search_files', { path: 'workbench', glob: '*.txt', text: 'world' }],
  [
    'date-time, enum',
    'trello_create_card',
    { board: 'Playground', list: 'To do', name: 'Send', due: '2026-03-01T09:00:00Z', labels: ['Urgent'], position: 'top' }
  ],
  ['events', 'trello_create_checklist', { card_id: '697a78d05eed000000000235', name: 'Before', items: ['Test', 'Inform'] }],
  ['events', 'gitlab_get_job_log', { project: 'acme/web', job_id: 1022, tail_lines: 3, plain: true }],
  [
    'list of texts',
    'calendar_query_free_busy',
    { calendars: ['Playground'], time_min: '2026-02-10', time_max: '2026-02-11', time_zone: 'Europe/Berlin' }
  ],
  ['write', 'memory_add_link', { from: 'Spring AI', relation: 'integrates', to: 'LLM', from_type: 'Technology' }],
  ['dry run', 'filesystem_delete_file', { file_path: 'workbench/obsolete.txt', dry_run: true }],
  ['events', 'web_read_url', { url: 'https://docs.example/gateways/retries' }]
]

t.test('a call of each kind is entered into its form, and run', { timeout: 900_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  for (const [kind, id, input] of CALLS) {
    await show(page, id)
    await enterAll(page, input)
    t.strictSame(await json(page), input, `${kind}: ${id}`)
    await run(page)
    await page.locator('.response [role=tab], .response .notice').first().waitFor()
    const { metadata } = await responseOf(page)
    t.equal(metadata['operation'], id)
    t.equal(metadata['sandbox'] ?? true, true)
  }
  t.strictSame(wrong, [])
})

t.test('a destructive call shows what it will do, and runs only when it is confirmed', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  await show(page, 'trello_delete_card', { card_id: '697a4ea05eed000000000232' })
  await run(page)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  t.match(await dialog.textContent(), /Delete|delete/)
  t.strictSame(await violationsOf(page), [])
  await screenshot(page, 'catalog-confirm')
  await dialog.getByText('Do not run').click()
  await dialog.waitFor({ state: 'detached' })
  t.equal(await page.locator('.response').count(), 0, 'nothing was run')
  await run(page)
  await dialog.getByText('Confirm and run').click()
  await page.locator('.response [role=tab]').first().waitFor()
  t.strictSame(await json(page), { card_id: '697a4ea05eed000000000232' }, 'the confirmation is not kept')
  t.strictSame(wrong, [])
})

t.test('files are uploaded: a small one as base64, a larger one as a part of a form', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  const folder = await mkdtemp(path.join(tmpdir(), 'toolgate-files-'))
  const [small, large] = [path.join(folder, 'small.txt'), path.join(folder, 'large.bin')]
  await writeFile(small, 'Hello\n')
  await writeFile(large, Buffer.alloc(300_000, 7))
  await show(page, 'confluence_upload_attachment', { page_id: '65689' })
  await control(page, 'content_base64').setInputFiles(small)
  await page.waitForFunction(() => document.querySelector('.json-input').value.includes('SGVsbG8K'))
  t.match(await json(page), { filename: 'small.txt', media_type: 'text/plain', content_base64: 'SGVsbG8K' })
  await run(page)
  t.match((await responseOf(page)).data, { title: 'small.txt' })
  await show(page, 'confluence_upload_attachment', { page_id: '65689' })
  await control(page, 'content_base64').setInputFiles(large)
  await page.getByText('sent as a part of a form').waitFor()
  await page.locator('[role=tab]', { hasText: 'curl' }).click()
  t.match(await page.locator('.panel pre').first().textContent(), /-F 'file=@large.bin/)
  await page.locator('[role=tab]', { hasText: 'JSON' }).first().click()
  t.strictSame(await json(page), { page_id: '65689' })
  await run(page)
  t.match((await responseOf(page)).data, { title: 'large.bin' })
  await show(page, 'gmail_send_message', { to: ['ada@example.com'], subject: 'Report', text: 'See the files.', dry_run: true })
  await unfold(page.getByLabel('Add files to attachments'))
  await page.getByLabel('Add files to attachments').setInputFiles([small, large])
  await page.getByText('as a form part').waitFor()
  t.match(await json(page), { attachments: [{ filename: 'small.txt', content_base64: 'SGVsbG8K' }] })
  await run(page)
  t.match((await responseOf(page)).metadata, { operation: 'gmail_send_message' })
  t.strictSame(wrong, [])
})

t.test('a bulk operation leads to its job', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  await show(page, 'gmail_bulk_archive_messages')
  await enterAll(page, { from: 'Bea Builder', subject: 'Launch plan' })
  await run(page)
  await page.waitForURL(/\/console\/jobs\/[a-z0-9]+$/)
  const id = page.url().split('/').at(-1) ?? ''
  const { data } = await (await fetch(`${url}/v1/jobs/${id}`, { headers })).json()
  t.match(data, { operation: 'gmail_bulk_archive_messages' })
  await page.goBack()
  await page.waitForSelector('.form')
  t.strictSame(await json(page), { from: 'Bea Builder', subject: 'Launch plan' }, 'the input is still there')

  await show(page, 'jobs_stream_events', { id })
  await run(page)
  await page.locator('.response .live', { hasText: 'event:' }).waitFor()
  t.equal(await page.locator('.response').getAttribute('aria-busy'), 'true', 'the stream goes on')
  await page.getByText('Stop', { exact: true }).click()
  await page.locator('.response[aria-busy=false]').waitFor()
  t.strictSame(wrong, [])
})

t.test('a download is shown as text, and can be saved', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  await show(page, 'gitlab_download_file', { project: 'acme/web', file_path: 'src/form.js' })
  await run(page)
  await page.getByText('Save file').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Save file').click()])
  t.match(download.suggestedFilename(), /form\.js/)
  await show(page, 'memory_export')
  await run(page)
  await waitShown(page, page.locator('.response .live', { hasText: '"kind"' }))
  t.strictSame(wrong, [])
})

t.test('an input stays with its operation, whenever its page is left', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  for (let pause = 300; pause <= 345; pause += 5) {
    await show(page, 'filesystem_read_file')
    await page.locator('.json-input').waitFor()
    const hash = await page.evaluate(async pause => {
      const wait = (milliseconds: number) => new Promise(done => setTimeout(done, milliseconds))
      const text = document.querySelector('.json-input')
      text.value = '{"file_path":"notes.md"}'
      text.dispatchEvent(new Event('input', { bubbles: true }))
      await wait(pause)
      history.pushState(null, '', '/console/nothing')
      window.dispatchEvent(new PopStateEvent('popstate'))
      await wait(400)
      return location.hash
    }, pause)
    t.equal(hash, '', `left after ${pause} ms`)
  }
  t.strictSame(wrong, [])
})

t.test('problems are shown at their fields, and go as they are corrected', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  await show(page, 'calendar_create_event', { ...EVENT, attendees: [{ email: 'ann@example.com' }, { email: 'nobody' }], colour: 'red' })
  await page.getByText('Check', { exact: true }).click()
  const field = page.locator('.item', { has: control(page, 'attendees[1].email') })
  await field.locator('.field-issues').waitFor()
  t.equal(await control(page, 'attendees[1].email').getAttribute('aria-invalid'), 'true')
  t.match(
    await page
      .locator('.field', { has: page.getByLabel('colour', { exact: true }) })
      .last()
      .textContent(),
    /no input of this name/
  )
  t.strictSame(await violationsOf(page), [])
  await screenshot(page, 'catalog-issues')
  await control(page, 'attendees[1].email').fill('ben@example.com')
  await page.getByLabel('Clear colour').click()
  await page.waitForFunction(() => document.querySelectorAll('.field-issues').length === 0)
  await page.getByText('Check', { exact: true }).click()
  await page.locator('.check-message').waitFor()
  t.strictSame(wrong, [])
})

t.test('the form and the JSON text edit the same input, and an invalid text is not lost', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  await show(page, 'trello_create_card')
  const text = page.getByLabel('Input as JSON')
  await text.fill('{ "board": "Playground", "name": "A", "labels": ["Urgent"] }')
  t.equal(await control(page, 'name').inputValue(), 'A')
  t.equal(await control(page, 'labels[0]').inputValue(), 'Urgent')
  await control(page, 'name').fill('B')
  t.strictSame(await json(page), { board: 'Playground', name: 'B', labels: ['Urgent'] })
  const broken = '{\n  "board": "Playground",\n  "name": \n}'
  await text.fill(broken)
  t.match(await page.locator('#json-problem').textContent(), /Line 4, column 1/)
  t.equal(await text.inputValue(), broken)
  t.ok(await control(page, 'name').isDisabled(), 'the form cannot overwrite it')
  t.ok(await page.locator('.run-bar button[type=submit]').isDisabled())
  t.strictSame(await violationsOf(page), [])
  await page.getByText('Discard this text').click()
  t.equal(await control(page, 'name').inputValue(), 'B')
  await page.waitForFunction(() => location.hash.includes('Urgent'))
  await page.reload()
  await page.waitForSelector('.form')
  t.strictSame(await json(page), { board: 'Playground', name: 'B', labels: ['Urgent'] }, 'the address holds the input')
  t.strictSame(wrong, [])
})

t.test('the code of a call runs', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  const input = { file_path: 'logs/app.log', limit: 1 }
  await show(page, 'filesystem_read_file', input)
  const code = async (name: string): Promise<string> => {
    await page.locator('[role=tab]', { hasText: name }).click()
    return await page.locator('.panel pre').first().textContent()
  }
  const { stdout } = await promisify(execFile)('sh', ['-c', `${await code('curl')} --silent`], {
    env: { ...process.env, TOOLGATE_KEY: full.key }
  })
  t.match(JSON.parse(stdout), { success: true, metadata: { operation: 'filesystem_read_file' } })
  const call = JSON.parse(await code('OpenAI'))
  const many = await fetch(`${url}/v1/operations`, { method: 'POST', headers, body: JSON.stringify({ calls: [call] }) })
  t.match(await many.json(), { data: { results: [{ id: 'call_1', success: true }] } })
  const message = await code('MCP')
  t.match(JSON.parse(message), { method: 'tools/call', params: { name: 'filesystem_read_file', arguments: input } })
  const client = await connect(t, url, { key: full.key })
  const called = await client.callTool(JSON.parse(message).params)
  t.match(JSON.stringify(called), /app\.log/)
  t.notOk(called.isError)
  const program = path.join(await temporaryFolder(t), 'call.ts')
  const library = path.join(import.meta.dirname, '../../../src/client/client.ts')
  await writeFile(
    program,
    `${(await code('TypeScript')).replace("'toolgate-client'", `'${library}'`)}\nconsole.log(JSON.stringify(data))\n`
  )
  const printed = await promisify(execFile)(process.execPath, [program], { env: { ...process.env, TOOLGATE_KEY: full.key } })
  t.match(printed.stdout, /app\.log/)
  await page.getByText('Copy', { exact: true }).first().click()
  t.match(await page.evaluate(() => navigator.clipboard.readText()), /createClient/)
  t.strictSame(wrong, [])
})

t.test('a key sees only what it may call, and no button that would fail', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog', { key: reader.key })
  const systems = await page.$$eval('.catalog-systems button span:first-child', all => all.map(one => one.textContent))
  t.strictSame(systems, ['All systems', 'approvals', 'calls', 'filesystem', 'gcloud', 'jobs', 'trello', 'usage'])
  await page.locator('.catalog-systems button', { hasText: 'trello' }).click()
  t.strictSame(await page.$$eval('.risk', all => [...new Set(all.map(one => one.textContent))]), ['read'])
  await page.goto(`${url}/console${at('trello_create_card')}`)
  await page.getByText('This key may not call this operation').waitFor()
  t.equal(await page.locator('main button').count(), 0)
  t.strictSame(await violationsOf(page), [])
  await screenshot(page, 'catalog-no-permission')
  // The permission of gcloud_run depends on the command.
  await show(page, 'gcloud_run', { args: ['compute', 'instances', 'delete', 'web-1', '--zone', 'europe-west1-b'] })
  await page.getByText('This call is not possible').waitFor()
  t.match(await page.locator('.run-bar').textContent(), /gcloud:destructive/)
  t.equal(await page.locator('.run-bar button').count(), 0)
  t.strictSame(await violationsOf(page), [])
  t.strictSame(wrong, [])
})

const HOSTILE = `<img src=x onerror="document.title='hit'"><svg onload="document.title='hit'"> [x](javascript:alert(1)) \u202egnp.exe\u202c ${'W'.repeat(3_000)}`

t.test('what others wrote is text, however it looks', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  await show(page, 'filesystem_write_file', { file_path: 'workbench/hostile.md', content: HOSTILE })
  await run(page)
  await page.locator('.response [role=tab]').first().waitFor()
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await show(page, 'filesystem_read_file', { file_path: 'workbench/hostile.md' })
    await run(page)
    await page.locator('.response .markdown').waitFor()
    t.match(await page.locator('.response .markdown').textContent(), /<img src=x onerror=/)
    t.equal(await page.locator('.response img, .response svg, .response a[href^=javascript]').count(), 0)
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no sideways scrolling at ${width}`)
    await screenshot(page, `catalog-hostile-${width}`)
    const { data } = await responseOf(page)
    t.match(JSON.stringify(data), /onload/)
    t.match(await page.locator('.response .scroll pre').last().textContent(), /\\u202e/, 'what is invisible is shown')
  }
  await show(page, 'trello_get_card', { card_id: '<svg onload=1>\u202e' })
  await run(page)
  await page.locator('.response .notice').waitFor()
  await page.goto(`${url}/console/catalog?q=${encodeURIComponent('<b>hit</b> quetzal')}`)
  await page.locator('.empty').waitFor()
  t.match(await page.locator('.empty').textContent(), /<b>hit<\/b>/)
  t.not(await page.title(), 'hit')
  t.strictSame(wrong, [])
})

t.test('every state has no violation of accessibility rules, in both themes, at both widths', { timeout: 900_000 }, async t => {
  const { page, wrong } = await open(t, '/catalog')
  const check = (state: string) => checkViews(t, page, `catalog-${state}`)
  await page.waitForSelector('.operations')
  await check('list')
  await page.getByLabel('Search operations').fill('send an email')
  await page.waitForFunction(() => document.querySelector('.operation-id')?.textContent.startsWith('gmail'))
  await check('search')
  await page.getByLabel('Search operations').fill('quetzal')
  await page.locator('.empty').waitFor()
  await check('empty')
  await show(page, 'calendar_create_event', EVENT)
  await page.$$eval('details:not([open]) > summary', all => {
    for (const one of all) one.click()
  })
  await check('form')
  await show(page, 'trello_list_boards')
  await run(page)
  await page.locator('.response .markdown').waitFor()
  await check('response')
  await responseOf(page)
  await check('json')
  await page.locator('[role=tab]', { hasText: 'curl' }).click()
  await check('code')
  await show(page, 'confluence_get_page', { page_id: '1' })
  await run(page)
  await page.locator('.response .notice').waitFor()
  await check('error')
  t.strictSame(wrong, [])
})

t.test('an operation is found, filled in, checked and run by keyboard alone', { timeout: 300_000 }, async t => {
  const { page, wrong } = await open(t, '')
  await page.waitForSelector('nav a')
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const one = document.activeElement
      return one?.getAttribute('aria-label') ?? one?.id ?? one?.textContent ?? ''
    })
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let step = 0; step < 80; step++) {
      const name = await page.evaluate(() => {
        const one = document.activeElement
        return [one?.getAttribute('aria-label'), one?.id, one?.textContent].filter(Boolean).join(' ')
      })
      if (wanted.test(name)) return
      await page.keyboard.press('Tab')
    }
    t.fail(`Tab does not reach ${wanted}; it is at ${await focused()}`)
  }
  await tabTo(/^Catalog$/)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.operations')
  await tabTo(/^Search operations/)
  await page.keyboard.type('create a card')
  await page.waitForFunction(() => document.querySelector('.operation-id')?.textContent === 'trello_create_card')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.form')
  await tabTo(/-name$/)
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  t.equal(await page.locator('.response').count(), 0, 'Enter in a field runs nothing that changes something')
  await tabTo(/^Optional/)
  await page.keyboard.press('Space')
  await tabTo(/-board$/)
  await page.keyboard.type('Playground')
  await tabTo(/-list$/)
  await page.keyboard.type('To do')
  await tabTo(/-position$/)
  await page.keyboard.press('Control+Enter')
  await page.locator('.response [role=tab]').first().waitFor()
  await tabTo(/Rendered$/)
  await page.keyboard.press('ArrowRight')
  t.match(await page.locator('.response .scroll pre').last().textContent(), /By keyboard/)
  t.strictSame(wrong, [])
})
