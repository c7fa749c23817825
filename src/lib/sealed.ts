import { randomUUID } from 'node:crypto'
import type { Json } from '../contract/bulk.ts'
import type { Shared } from '../contract/lent.ts'

/** Longer than any job is kept, so that it can be done again for as long. */
const KEPT_MS = 31 * 24 * 3_600_000

/** Keeps what a job must not hold in plain, and answers by what name. */
export async function putAway(shared: Shared, value: Json): Promise<string> {
  const name = `sealed:${randomUUID()}`
  await shared.set(name, JSON.stringify(value), KEPT_MS)
  return name
}

/** Undefined where it was sealed with other settings, or is too old. */
export async function takeOut<T extends Json>(shared: Shared, name: string): Promise<T | undefined> {
  const text = await shared.get(name)
  return text === undefined ? undefined : JSON.parse(text)
}
