import { createRequire } from 'node:module'
import path from 'node:path'
import { CHROMIUM, CHROMIUM_ARGUMENTS } from '../../test/conformance/slow/chromium.ts'

/** Folder of the driver of the browser. */
export const PLAYWRIGHT = path.join(import.meta.dirname, '../../test/conformance/slow/node_modules')

export const NO_BROWSER = 'console: needs Chromium; npm run judges installs it with its driver'

/** What the benches use of the browser. */
export interface Browser {
  newContext: (options: {
    viewport: { width: number; height: number }
  }) => Promise<{ newPage: () => Promise<Page>; close: () => Promise<void> }>
  close: () => Promise<void>
}

interface Page {
  addInitScript: (code: string) => Promise<void>
  goto: (address: string) => Promise<unknown>
  evaluate: <T>(code: string) => Promise<T>
}

export const launchChromium = async () =>
  await createRequire(path.join(PLAYWRIGHT, '../index.js'))('playwright-core').chromium.launch({
    executablePath: CHROMIUM,
    args: CHROMIUM_ARGUMENTS
  })
