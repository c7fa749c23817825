import type { DatabaseSync } from 'node:sqlite'
import type { Appender } from './append.ts'

/** What is older, in Unix milliseconds, is deleted. */
export interface Limits {
  rows: number
  bodies: number
}

/** Rows of one transaction, so that writes between two of them do not wait. */
const BATCH = 200

/**
 * Deletes a batch of what is too old, and returns whether there may be more. The checkpoint in the head moves first: verification starts behind it. The
 * last row is kept, as the end of the chain.
 */
export function deleteOld(database: DatabaseSync, appender: Appender, limits: Limits): boolean {
  const bodies = database.prepare('delete from bodies where id in (select id from bodies where at < ? limit ?)').run(limits.bodies, BATCH)
  const { head, checkpoint } = appender.head()
  const end = database
    .prepare(
      'select seq, mac from (select seq, at, mac from calls where seq < ? order by seq limit ?) where at < ? order by seq desc limit 1'
    )
    .get(head.seq, BATCH, limits.rows)
  if (!(end?.['mac'] instanceof Uint8Array)) return bodies.changes === BATCH
  const seq = Number(end['seq'])
  if (seq > checkpoint.seq) appender.moveCheckpoint({ seq, mac: Buffer.from(end['mac']) })
  database.prepare('delete from calls where seq <= ?').run(seq)
  return true
}
