import { createRequire } from 'node:module'
import type * as Got from 'got'

const load = createRequire(import.meta.url)

/** An instance whose answers are bytes. */
export type Client = Got.Got<{ responseType: 'buffer' }>

/** got, loaded when the first system is spoken to: it takes a tenth of the time of a start, which speaks to none. */
export const loadGot = (): typeof Got => load('got')
