import { type Asked, againstBare, costsOf } from './against-bare.ts'

/** Short rounds, and so many more of them: a slow spell of the machine then falls on both servers alike, or on few rounds. */
const REQUESTS = 500
const TIMES_AS_MANY = 6

/** A read against a bare route, one at a time, and fifty at once. */
export async function readAgainstBare(name: string, asked: Omit<Asked, 'requests'>, rounds: number): Promise<string> {
  return await againstBare({ ...asked, requests: REQUESTS }, rounds * TIMES_AS_MANY, async compared => {
    const [one, fifty] = [await compared(1), await compared(50)]
    return `${name} keeps ${one.ratio.toFixed(2)} (one at a time) and ${fifty.ratio.toFixed(2)} (50 at once) of the speed of a bare route with the same got call (${costsOf(fifty)})`
  })
}
