import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import t, { type Test } from 'tap'
import { installSlowCheckers } from '../install.ts'
import { CHROMIUM, CHROMIUM_ARGUMENTS } from './chromium.ts'

const require = createRequire(path.join(await installSlowCheckers(), '../index.js'))
const { chromium } = require('playwright-core')
const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')

const SLOWEST = 60_000

export interface TabOptions {
  /** URL of the gateway. */
  gateway: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** Key to sign in with. */
  key?: string
}

/** One browser for the file: its start takes seconds. Each tab has its own cookies and storage. */
let browser: ReturnType<typeof chromium.launch> | undefined

function openBrowser() {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS })
  return browser
}
t.teardown(async () => await (await browser)?.close())

/** Opens an empty profile in the browser. It is closed with the test. */
export async function openProfile(t: Pick<Test, 'teardown'>, options: Record<string, unknown>) {
  const context = await (await openBrowser()).newContext(options)
  t.teardown(() => context.close())
  return context
}

/** A tab of its own profile at a page of the console. `wrong` collects what must not happen: errors, requests to other hosts, violations of the policy. */
export async function openTab(
  t: Test,
  place: string,
  { gateway, width = 1440, height = 900, colorScheme = 'light', key = '' }: TabOptions
) {
  const context = await openProfile(t, { viewport: { width, height }, colorScheme, acceptDownloads: true })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: gateway })
  const wrong: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(SLOWEST)
  page.on('pageerror', error => wrong.push(`error ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text())) wrong.push(`console ${message.text()}`)
  })
  page.on('request', request => {
    if (!request.url().startsWith(gateway) && !/^(data|blob):/.test(request.url())) wrong.push(`request ${request.url()}`)
  })
  if (key !== '') await page.addInitScript(value => location.protocol === 'http:' && sessionStorage.setItem('toolgate.key', value), key)
  await page.goto(`${gateway}/console${place}`)
  await page.waitForSelector('main h1:not(.visually-hidden)')
  return { context, page, wrong }
}

/** Violations that axe-core finds on the page as it is, in its own words. */
export async function violationsOf(page): Promise<string[]> {
  // Outside the page's own world: its policy forbids scripts that are not files of the gateway.
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe'
  })
  const { result: loaded } = await session.send('Runtime.evaluate', { expression: 'typeof axe', contextId, returnByValue: true })
  if (loaded.value === 'undefined') await session.send('Runtime.evaluate', { expression: axe, contextId })
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression:
      "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target.join(' '), failureSummary].join(': '))))",
    contextId,
    awaitPromise: true,
    returnByValue: true
  })
  await session.detach()
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

const VIEWS = (['light', 'dark'] as const).flatMap(colorScheme => [360, 1440].map(width => ({ colorScheme, width })))

/**
 * Shows the page as it is in both themes, on a phone and on a wide screen. In each it must not violate a rule of accessibility, and not scroll
 * sideways; a screenshot is written.
 */
export async function checkViews(t: Test, page, name: string): Promise<void> {
  for (const { colorScheme, width } of VIEWS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const view = `${name}-${width}-${colorScheme}`
    t.strictSame(await violationsOf(page), [], view)
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} does not scroll sideways`)
    await screenshot(page, view)
  }
}

const SHOTS = path.join(import.meta.dirname, '../generated/screenshots')

/** Taller pages, such as the list of all operations, are cut off. */
const MAX_SHOT_HEIGHT = 3_000

/** Writes a screenshot of the page to an ignored folder. */
export async function screenshot(page, name: string): Promise<void> {
  await mkdir(SHOTS, { recursive: true })
  const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), MAX_SHOT_HEIGHT)
  const clip = { x: 0, y: 0, width: page.viewportSize().width, height }
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true, clip })
}
