import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { buildConsole } from '../../../script/build-console.ts'
import { newKey } from '../../../src/access/keys.ts'
import { CONSOLE_FOLDER } from '../../../src/folders.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startProcess } from '../../helpers/process.ts'
import { checkViews, openTab } from './browser.ts'
import { keyboardOf } from './keyboard.ts'

// The console's pages of keys and approvals, in Chromium, with a real gateway and Redis.
t.setTimeout(900_000)

await buildConsole(CONSOLE_FOLDER)
const HOSTILE = '"><img src=x onerror=alert(1)>\u202egnp.exe '.repeat(8)
const full = newKey({ id: 'full', scopes: ['*'] })
const issuer = newKey({ id: 'issuer', scopes: ['keys:admin', 'trello:read'] })
const reader = newKey({ id: 'reader', scopes: ['keys_list', 'keys_get'], description: HOSTILE })
const folder = await temporaryFolder(t)
const config = path.join(folder, 'toolgate.json')
await writeFile(
  config,
  JSON.stringify({ policy: [{ operation: 'trello_add_comment', key: 'agent', permission: '*', decision: 'approval' }] })
)
const agent = newKey({ id: 'agent', scopes: ['trello:write'] })
const entries = [full, issuer, reader, agent].map(({ entry }) => entry)
const settings = { TOOLGATE_CONFIG: config, TOOLGATE_DATA: path.join(folder, 'data'), TOOLGATE_KEYS: JSON.stringify(entries) }
const { url } = await startProcess(t, settings, ['--sandbox'])

async function send(method: string, place: string, body?: object, key = full.key) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${url}/v1/${place}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const { data } = JSON.parse(await response.text())
  return { status: response.status, data }
}
const create = async (id: string, more: object = {}): Promise<string> =>
  (await send('POST', 'keys', { id, scopes: ['trello:read'], confirm: true, ...more })).data.key
const accepted = async (key: string): Promise<boolean> => (await send('GET', 'jobs', undefined, key)).status === 200

const open = async (t: Test, place: string, key = full.key) => {
  const { page, wrong } = await openTab(t, place, { gateway: url, key })
  page.setDefaultTimeout(15_000)
  return { page, wrong, ...keyboardOf(t, page) }
}
const button = (page, name: string) => page.getByRole('button', { name, exact: true })
const answer = (page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const shownKey = page =>
  page
    .getByRole('dialog', { name: /^The key / })
    .locator('pre')
    .first()
const show = async (page, place: string) => {
  await page.goto(`${url}/console${place}`)
  await page.locator('main h1').waitFor()
  await page.waitForFunction(() => document.querySelector('.loading') === null)
}
const rows = (page, count: number) => page.waitForFunction(wanted => document.querySelectorAll('.key-row').length === wanted, count)

t.test('a key is created by keyboard, shown once, and not lost by accident', { timeout: 120_000 }, async t => {
  const { page, wrong, press, tabTo, type, waitFocused } = await open(t, '/keys')
  await rows(page, 4)
  await tabTo(/^Create a key$/)
  await press('Enter')
  await waitFocused(/^Create a key$/)
  await page.getByRole('combobox', { name: 'trello', exact: true }).waitFor()
  await tabTo(/^id/)
  await type('ci')
  await tabTo(/-description$/)
  await type('Build server')
  await tabTo(/^Expires in 365 days$/)
  await press('Enter')
  await tabTo(/^trello/)
  await type('Read and')
  await tabTo(/^A group of operations/)
  await type('gitlab:nothing')
  await press('Enter')
  await page.getByText('gitlab:nothing is not a scope that you can grant.').waitFor()
  await checkViews(t, page, 'keys-create')
  await page.getByLabel('A group of operations').clear()
  await type('gitlab:issues')
  await press('Enter')
  await tabTo(/^Create the key$/)
  await press('Enter')
  await page.getByText('The key gives access to: trello:write, gitlab:issues').waitFor()
  await checkViews(t, page, 'keys-create-question')
  await tabTo(/^Create the key$/)
  await press('Enter')
  await page.getByRole('heading', { name: 'The key ci' }).waitFor()
  await page.getByText('Scopes', { exact: true }).waitFor()
  await checkViews(t, page, 'keys-issued')
  const key = await shownKey(page).textContent()
  t.match(key, /^tg_ci_[\w-]{43}$/)
  t.ok(await accepted(key))
  await press('Escape')
  await page.getByText('It was not copied.').waitFor()
  await checkViews(t, page, 'keys-not-copied')
  await page.goBack()
  await shownKey(page).waitFor()
  await tabTo(/^Copy$/)
  await press('Enter')
  await answer(page, 'Close').waitFor()
  t.equal(await page.evaluate(() => navigator.clipboard.readText()), key)
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await show(page, '/keys/ci')
  t.match(await page.locator('main').textContent(), /Build server.*trello:write.*gitlab:issues.*key:full/s)
  t.notMatch(await page.content(), key, 'it is shown once')
  t.match((await send('GET', 'keys/ci')).data, { scopes: ['trello:write', 'gitlab:issues'], expires_at: /^20/ })
  t.strictSame(wrong, [])
})

t.test('a key is changed, disabled, enabled, rotated, revoked and deleted, each after a question', { timeout: 120_000 }, async t => {
  const key = await create('robot', { limits: { requests_per_minute: 60 }, description: 'Robot' })
  const { page, wrong } = await open(t, '/keys/robot')
  await button(page, 'Rotate').waitFor()
  await checkViews(t, page, 'key')
  await page.getByRole('link', { name: 'Change' }).click()
  await page.getByRole('textbox', { name: 'description', exact: true }).fill('')
  await page.getByRole('combobox', { name: 'trello', exact: true }).selectOption('trello:write')
  await page.getByRole('textbox', { name: 'requests_per_minute', exact: true }).first().fill('90')
  await button(page, 'Change the key').click()
  await page.getByText('The key gives access to: trello:write').waitFor()
  t.notMatch(await page.getByRole('dialog').textContent(), /It loses/, 'writing includes reading')
  await checkViews(t, page, 'key-change-question')
  await answer(page, 'Change the key').click()
  await page.getByText('Requests per minute: 90').waitFor()
  t.match((await send('GET', 'keys/robot')).data, { description: null, scopes: ['trello:write'], limits: { requests_per_minute: 90 } })
  for (const [verb, isAccepted] of [
    ['Disable', false],
    ['Enable', true]
  ] as const) {
    await button(page, verb).click()
    await checkViews(t, page, `key-${verb.toLowerCase()}`)
    await answer(page, `${verb} the key`).click()
    await page.getByText(`Key ${verb.toLowerCase()}d`).waitFor()
    t.equal(await accepted(key), isAccepted, verb)
  }
  await button(page, 'Rotate').click()
  await page.getByLabel('How long is the previous key accepted?').selectOption('3600')
  await checkViews(t, page, 'key-rotate')
  await answer(page, 'Rotate the key').click()
  const next = await shownKey(page).textContent()
  t.ok((await accepted(key)) && (await accepted(next)))
  await answer(page, 'Copy').click()
  await answer(page, 'Close').click()
  await page.getByText('previous key ends').waitFor()
  await checkViews(t, page, 'key-rotating')
  await button(page, 'Revoke').click()
  await page.getByLabel('Also cancel its bulk jobs').check()
  await checkViews(t, page, 'key-revoke')
  await answer(page, 'Revoke the key').click()
  await page.getByText('Key revoked, 0 jobs cancelled').waitFor()
  t.notOk(await accepted(next))
  await page.locator('main .status', { hasText: 'Revoked' }).waitFor()
  await checkViews(t, page, 'key-revoked')
  await button(page, 'Delete').click()
  await checkViews(t, page, 'key-delete')
  await answer(page, 'Delete the key').click()
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
  t.equal((await send('GET', 'keys/robot')).status, 404)
  t.strictSame(wrong, [])
})

t.test('keys are found, and a key sees what it may do with others', { timeout: 120_000 }, async t => {
  await create('strong', { scopes: ['gitlab:write'], expires_at: new Date(Date.now() + 1_000).toISOString() })
  await create('gone', { description: HOSTILE })
  await send('PATCH', 'keys/gone', { disabled: true })
  const { page, wrong } = await open(t, '/keys')
  await rows(page, 7)
  await page.waitForTimeout(1_000)
  await show(page, '/keys')
  await page.locator('.key-row .status', { hasText: 'Expired' }).waitFor()
  await checkViews(t, page, 'keys')
  t.equal(await page.locator('main img').count(), 0)
  await page.getByLabel('Status', { exact: true }).selectOption('disabled')
  await rows(page, 1)
  await page.getByLabel('Search keys').fill('no such key')
  await page.getByText('No key matches').waitFor()
  await checkViews(t, page, 'keys-empty')
  await button(page, 'Clear the filters').click()
  await rows(page, 7)
  await page.getByLabel('Search keys').fill('GITLAB:')
  await rows(page, 2)

  const { page: issuers } = await open(t, '/keys/strong', issuer.key)
  await issuers.getByText('Missing: gitlab:write').waitFor()
  t.strictSame(await issuers.locator('.key-actions button').allTextContents(), ['Revoke', 'Delete'])
  await checkViews(t, issuers, 'key-missing-scopes')
  await show(issuers, '/keys/_new')
  t.equal(await issuers.getByRole('combobox', { name: 'gitlab', exact: true }).count(), 0, 'only scopes that it has')
  await issuers.getByRole('combobox', { name: 'trello', exact: true }).waitFor()

  const { page: readers } = await open(t, '/keys', reader.key)
  await rows(readers, 7)
  t.equal(await readers.getByRole('link', { name: 'Create a key' }).count(), 0)
  await show(readers, '/keys/ci')
  t.equal(await readers.locator('.key-actions button, .key-actions a').count(), 0)
  await checkViews(t, readers, 'key-reader')
  await show(readers, '/keys/_new')
  await readers.getByText('This key is not allowed to use this page.').waitFor()
  t.strictSame(wrong, [])
})

t.test('a key that the console uses is rotated and revoked: the tab continues, and ends', { timeout: 120_000 }, async t => {
  const own = await create('own', { scopes: ['keys:admin'] })
  const { page, wrong } = await open(t, '', '')
  await page.getByLabel('Key', { exact: true }).fill(own)
  await button(page, 'Sign in').click()
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByRole('link', { name: 'own', exact: true }).click()
  const rotate = async (): Promise<string> => {
    await button(page, 'Rotate').click()
    await page.getByLabel('How long is the previous key accepted?').selectOption('0')
    await answer(page, 'Rotate the key').click()
    const key = await shownKey(page).textContent()
    await answer(page, 'Copy').click()
    await answer(page, 'Close').click()
    return key
  }
  // The stream of approvals ends with the key, and the list is read with it once more. That call is refused before the new key arrives, or after it.
  const isList = ({ pathname }: URL): boolean => pathname === '/v1/approvals'
  const refused = () => page.waitForResponse(response => isList(new URL(response.url())) && response.status() === 401)
  await page.route('**/rotate', async route => {
    const refusal = refused()
    const response = await route.fetch()
    await refusal
    await route.fulfill({ response })
  })
  const second = await rotate()
  t.notOk(await accepted(own))
  t.ok(await accepted(second))
  await button(page, 'Rotate').waitFor()
  await page.unrouteAll()
  await page.reload()
  const opened = page.waitForResponse(response => isList(new URL(response.url())))
  await opened
  const late = Promise.withResolvers<void>()
  await page.route(isList, async route => {
    await late.promise
    await route.continue()
  })
  const next = await rotate()
  const refusal = refused()
  late.resolve()
  await refusal
  t.ok(await accepted(next))
  await page.unrouteAll()
  await page.reload()
  await button(page, 'Revoke').click()
  await page.getByText('You are signed out.').waitFor()
  await checkViews(t, page, 'key-revoke-own')
  await answer(page, 'Revoke the key').click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText('The key was revoked.').waitFor()
  // Streams of the key end with it.
  t.strictSame(
    wrong.filter(text => !text.includes('ERR_INCOMPLETE_CHUNKED_ENCODING')),
    []
  )
})

t.test('pages that load, that fail, or have no key', { timeout: 120_000 }, async t => {
  const { page, wrong } = await open(t, '')
  const error = {
    code: 'UNAVAILABLE_ERROR',
    message: 'Redis connection lost; reconnecting.',
    details: { reason: 'redis_unavailable', request_id: 'req_1', suggestions: ['Check that Redis runs.'] }
  }
  for (const [name, place] of [
    ['keys', '/keys'],
    ['key', '/keys/ci'],
    ['keys-create', '/keys/_new'],
    ['approvals', '/approvals'],
    ['approval', '/approvals/apr_none']
  ] as const) {
    await page.route(/\/v1\/(keys|access|approvals)/, () => undefined)
    await page.goto(`${url}/console${place}`)
    await page.locator('.loading').first().waitFor()
    await checkViews(t, page, `state-${name}-loading`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(/\/v1\/(keys|access|approvals)/, route => route.fulfill({ status: 503, json: { success: false, error } }))
    await page.goto(`${url}/console${place}`)
    await page.getByRole('alert').first().waitFor()
    await checkViews(t, page, `state-${name}-error`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  await show(page, '/keys/no-such-key')
  await page.getByText('No key has this ID').waitFor()
  await checkViews(t, page, 'key-missing')
  await show(page, '/keys/ci')
  await page.route(/\/revoke$/, route => route.fulfill({ status: 503, json: { success: false, error } }))
  await button(page, 'Revoke').click()
  await answer(page, 'Revoke the key').click()
  await page.getByText(error.message).waitFor()
  await checkViews(t, page, 'key-revoke-error')
  t.strictSame(wrong, [])
})

t.test('requests appear as they are made, and are decided with a reason', { timeout: 120_000 }, async t => {
  const { page, wrong, press, tabTo, type } = await open(t, '/approvals')
  await page.getByText('No call waits for approval').waitFor()
  await checkViews(t, page, 'approvals-empty')
  const [{ id: card }] = (await send('GET', 'trello/cards?board=Playground&limit=1')).data.items
  const ask = async (text: string) => {
    const headers = { authorization: `Bearer ${agent.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ card_id: card, text })
    const response = await fetch(`${url}/v1/operations/trello_add_comment`, { method: 'POST', headers, body })
    const { error } = JSON.parse(await response.text())
    return error.details.approval
  }
  const first = await ask('First')
  t.match(first.url, /\/console\/approvals\/apr_/)
  await page.getByRole('link', { name: 'Approvals 1 to decide' }).waitFor()
  await page.getByText(/expires in 59m/).waitFor()
  await checkViews(t, page, 'approvals')
  await tabTo(/^Approve$/)
  await press('Enter')
  await tabTo(/^TEXTAREA$/)
  await type('It is fine.')
  await checkViews(t, page, 'approval-approve')
  await tabTo(/^Approve$/)
  await press('Enter')
  await page.locator('.key-row', { hasText: 'It is fine.' }).waitFor()
  t.match((await send('GET', `approvals/${first.id}`)).data, { status: 'approved', reason: 'It is fine.', decided_by: 'key:full' })
  await checkViews(t, page, 'approvals-decided')

  const second = await ask(HOSTILE)
  const { page: own } = await open(t, `/approvals/${second.id}`, agent.key)
  await own.getByText('Another caller must decide.').waitFor()
  t.equal(await own.getByRole('button', { name: 'Approve' }).count(), 0)
  await checkViews(t, own, 'approval-own')
  await page.goto(`${url}/console/approvals/${second.id}`)
  await button(page, 'Deny').click()
  t.ok(await answer(page, 'Deny').isDisabled(), 'a denial has a reason')
  await page.getByLabel('Reason').fill('Not now.')
  await checkViews(t, page, 'approval-deny')
  await answer(page, 'Deny').click()
  await own.getByText('Denied by').waitFor()
  await checkViews(t, own, 'approval-denied')
  const third = await ask('Third')
  await show(page, `/approvals/${third.id}`)
  await button(page, 'Approve').waitFor()
  await send('POST', `keys/${agent.entry.id}/revoke`, {})
  await page.getByText(/was revoked/).waitFor()
  await checkViews(t, page, 'approval-withdrawn')
  await show(page, '/approvals/apr_none')
  await page.getByText('There is no such approval').waitFor()
  await checkViews(t, page, 'approval-missing')
  t.strictSame(wrong, [])
})
