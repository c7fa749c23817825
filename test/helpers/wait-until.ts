import { setTimeout as sleep } from 'node:timers/promises'

/** Generous for a loaded machine, and bounded, so that a hang fails with a message of its own. */
const PATIENCE_MS = 120_000

/** Polls until the condition holds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, what: string, patience_ms = PATIENCE_MS): Promise<void> {
  await readUntil(condition, holds => holds, what, patience_ms)
}

/** Reads repeatedly until the value satisfies the condition, and returns it. */
export async function readUntil<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
  what: string,
  patience_ms = PATIENCE_MS
): Promise<T> {
  const deadline = Date.now() + patience_ms
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    if (Date.now() > deadline) throw new Error(`Not within ${patience_ms / 1_000} s: ${what}. Last value: ${JSON.stringify(value)}`)
    await sleep(5)
  }
}
