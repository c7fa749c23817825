import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildConsole } from '../../script/build-console.ts'
import { newKey } from '../../src/access/keys.ts'
import { CONSOLE_FOLDER } from '../../src/folders.ts'
import { CHROMIUM } from '../../test/conformance/slow/chromium.ts'
import { startProcess } from '../../test/helpers/process.ts'
import { median } from '../lib/measure.ts'
import { type Browser, launchChromium, NO_BROWSER, PLAYWRIGHT } from './chromium.ts'

const ROUNDS = 15
const MAX_WAIT_MS = 30_000
/** A page is interactive when its main content is shown and its controls are enabled. */
const PAGES: readonly [name: string, place: string, content: string][] = [
  ['Overview', '', '.systems .test:not(:disabled)'],
  ['Jobs', '/jobs', '.job-row input[type=checkbox]'],
  ['Job', '/jobs/{job}', '.actions button:not(:disabled)'],
  ['Catalog', '/catalog', '.operations a'],
  ['Operation', '/catalog/calendar_create_event', '.form input:not(:disabled)']
]

/**
 * The pages of the console of a gateway with the sandbox, each opened in a new profile with an empty cache: time of the first contentful paint, and until the page
 * is interactive: its content is shown, and no task of more than 50 ms follows within 200 ms.
 */
export async function benchConsolePaint(): Promise<string> {
  if (CHROMIUM === undefined || !existsSync(PLAYWRIGHT)) return NO_BROWSER
  await buildConsole(CONSOLE_FOLDER)
  const data = mkdtempSync(path.join(tmpdir(), 'toolgate-paint-'))
  const { key, entry } = newKey({ id: 'bench', scopes: ['*'] })
  const ends: (() => unknown)[] = []
  const owner = { teardown: (end: () => unknown) => ends.push(end) }
  const { url } = await startProcess(owner, { TOOLGATE_DATA: data, TOOLGATE_KEYS: JSON.stringify([entry]) }, ['--sandbox'])
  const browser = await launchChromium()
  try {
    const job = await createJob(url, key)
    const lines: string[] = []
    for (const [name, place, content] of PAGES) {
      const figures: Figures[] = []
      // The first round warms the gateway up.
      for (let round = 0; round <= ROUNDS; round++) {
        const found = await open(browser, `${url}/console${place.replace('{job}', job)}`, key, content)
        if (round > 0) figures.push(found)
      }
      const text = (values: number[]) => `${median(values).toFixed(0)} ms (at most ${Math.max(...values).toFixed(0)})`
      lines.push(
        `  ${name}: first paint ${text(figures.map(({ paint }) => paint))}, interactive ${text(figures.map(({ ready }) => ready))}`
      )
    }
    return [`console, ${ROUNDS} loads of each page with an empty cache, median:`, ...lines].join('\n')
  } finally {
    await browser.close()
    for (const end of ends) await end()
    rmSync(data, { recursive: true, force: true })
  }
}

interface Envelope {
  data: { id: string }
}

/** Creates a job over messages of the sandbox that waits for its confirmation, and returns its ID. */
async function createJob(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/gmail/bulk/archive_messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'from:builds@ci.example', instance: 'sandbox' })
  })
  const { data }: Envelope = JSON.parse(await response.text())
  return data.id
}

interface Figures {
  /** Milliseconds since the start of the navigation. */
  paint: number
  ready: number
}

async function open(browser: Browser, address: string, key: string, content: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(`sessionStorage.setItem('toolgate.key', ${JSON.stringify(key)});${WATCH}(${JSON.stringify(content)})`)
    await page.goto(address)
    // Not waitForFunction: it evaluates later, which the policy of the page forbids.
    const deadline = performance.now() + MAX_WAIT_MS
    while (!(await page.evaluate<boolean>('window.contentShown !== undefined'))) {
      if (performance.now() > deadline) throw new Error(`${address} does not show ${content} within ${MAX_WAIT_MS / 1000} s`)
      await pause(20)
    }
    await pause(250)
    return await page.evaluate(`({
      paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      ready: Math.max(window.contentShown, window.lastLongTask)
    })`)
  } finally {
    await context.close()
  }
}

/** Runs in the page before its own scripts: notes when the content is shown, and when the last long task ends. */
const WATCH = `(content => {
  window.lastLongTask = 0
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) window.lastLongTask = Math.max(window.lastLongTask, startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
  const seen = new MutationObserver(() => {
    if (!document.querySelector(content)) return
    seen.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.contentShown = performance.now())))
  })
  seen.observe(document, { childList: true, subtree: true, attributes: true })
})`
