import { existsSync } from 'node:fs'
import path from 'node:path'

/** Chromium of this machine; undefined if it has none. */
export const CHROMIUM = process.env['PATH']
  ?.split(path.delimiter)
  .flatMap(folder => ['chromium', 'chromium-browser'].map(name => path.join(folder, name)))
  .find(file => existsSync(file))

/** The browser may reach this machine only. */
export const CHROMIUM_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'
]
