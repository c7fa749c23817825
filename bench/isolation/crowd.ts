import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openHalf, openStreams } from '../../test/helpers/hostile-sockets.ts'
import { reportUsage } from '../lib/measure.ts'

// A process that misbehaves at a gateway, on command.
const [, , url = '', path = '', wide = '', spent = ''] = process.argv
const MANY = 1_500
const FLOODS = 4
const PAUSE_MS = 10
let stop = (): void => undefined

/** Calls without end with a key that has reached its limit, on a few connections. */
function flood(): () => void {
  let isOver = false
  const call = () =>
    new Promise<void>(resolve =>
      request(`${url}/v1/jobs`, { headers: { authorization: `Bearer ${spent}` } }, response => response.resume().on('end', resolve)).end()
    )
  for (let number = 0; number < FLOODS; number += 1)
    void (async () => {
      for (; !isOver; await pause(PAUSE_MS)) await call()
    })()
  return () => {
    isOver = true
  }
}

reportUsage(url, {
  'half-open': async () => {
    stop = openHalf(url, MANY, true).close
    await pause(3_000) // the gateway closes those above its maximum after 2 s
  },
  streams: async () => {
    stop = (await openStreams({ url, path, key: wide }, MANY)).close
  },
  flood: async () => {
    stop = flood()
  },
  end: async () => {
    stop()
    await pause(500)
  }
})
