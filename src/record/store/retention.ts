import type { Appender } from './append.ts'
import type { RecordDatabase } from './database.ts'

/** What is older, in Unix milliseconds, is deleted. */
export interface Limits {
  rows: number
  bodies: number
}

/** Rows that one transaction deletes, so that writes between two of them do not wait. */
const BATCH = 100

/** Rows by which the checkpoint moves at once. Each time, its file is synced to disk. */
const SPAN = 2_000

/** Does one short step to delete what is too old, and returns whether there may be more. The last row is kept, as the end of the chain. */
export async function deleteOld(database: RecordDatabase, appender: Appender, { rows, bodies }: Limits): Promise<boolean> {
  const deleted = await database.deleting(({ run }) =>
    run('delete from bodies where id in (select id from bodies where at < ? order by at limit ?)', bodies, BATCH)
  )
  const isMore = (await deleteBehind(database, appender.head().checkpoint.seq)) || (await moveCheckpoint(database, appender, rows))
  return isMore || deleted === BATCH
}

const deleteBehind = (database: RecordDatabase, seq: number): Promise<boolean> =>
  database.deleting(
    async ({ run }) =>
      (await run('delete from calls where seq in (select seq from calls where seq <= ? order by seq limit ?)', seq, BATCH)) > 0
  )

/** Before the rows are deleted: verification starts after the checkpoint. Returns whether it moved. */
const moveCheckpoint = (database: RecordDatabase, appender: Appender, before: number): Promise<boolean> =>
  database.reading(async ({ all }) => {
    const oldest = '(select seq, at from calls where seq < ? order by seq limit ?) as oldest'
    const [end] = await all(
      `select seq, mac from calls where seq = (select max(seq) from ${oldest} where at < ?)`,
      ...[appender.head().head.seq, SPAN, before]
    )
    if (!(end?.['mac'] instanceof Uint8Array)) return false
    appender.moveCheckpoint({ seq: Number(end['seq']), mac: Buffer.from(end['mac']) })
    return true
  })
