import { randomUUID } from 'node:crypto'

/** Returns the ID of a call: a UUID (version 7) that begins with the time, so that an index of IDs grows at its end. */
export function callId(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
