import { createRequire } from 'node:module'
import type * as Got from 'got'

const load = createRequire(import.meta.url)

export type Client = Got.Got
export type Stream = Got.Request

/** Loads got on first use: it would take a tenth of the startup time, and startup sends no request. */
export const loadGot = (): typeof Got => load('got')
