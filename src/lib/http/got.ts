import { createRequire } from 'node:module'
import type * as Got from 'got'

const load = createRequire(import.meta.url)

export type Client = Got.Got
export type Stream = Got.Request

/** got, loaded when the first system is spoken to: it takes a tenth of the time of a start, which speaks to none. */
export const loadGot = (): typeof Got => load('got')
