import { isSigned, type Link, type RowMac } from '../chain.ts'
import type { Head } from '../head.ts'
import type { Appender } from './append.ts'
import { COLUMNS, type RecordDatabase, toRow, type Values } from './database.ts'

/** What is older, in Unix milliseconds, is deleted. */
export interface Limits {
  rows: number
  bodies: number
  /** Row up to which old rows are deleted even if they do not verify. */
  acceptUntil: number
}

export interface Retained {
  /** Whether there may be more to delete. */
  isMore: boolean
  /** Why no further row is deleted. */
  problem?: string
}

/** Rows that one transaction deletes, so that writes between two of them do not wait. */
const BATCH = 100

/** Rows that are verified at once, and by which the checkpoint moves. Each time, its file is synced to disk. */
const SPAN = 500

/**
 * Does one short step to delete what is too old. The last row is kept, as the end of the chain. `macs`: one of each key.
 *
 * The database may have been changed by others, so a row is only deleted after it was verified, and its age is the one that was signed. Deletion stops
 * at the first row that does not verify: if the checkpoint moved over it, verification would not name it any more.
 */
export async function deleteOld(database: RecordDatabase, appender: Appender, macs: readonly RowMac[], limits: Limits): Promise<Retained> {
  const deleted = await database.deleting(({ run }) =>
    run('delete from bodies where id in (select id from bodies where at < ? order by at limit ?)', limits.bodies, BATCH)
  )
  const areMoreBodies = deleted === BATCH
  if (await deleteBehind(database, appender.head().checkpoint.seq)) return { isMore: true }
  const { isMore, problem } = await moveCheckpoint(database, appender, macs, limits)
  return { isMore: isMore || areMoreBodies, ...(problem !== undefined && { problem }) }
}

/** Deletes rows up to the checkpoint, with their bodies: the time of a body is not signed. */
const deleteBehind = (database: RecordDatabase, seq: number): Promise<boolean> =>
  database.deleting(async ({ run }) => {
    const oldest = (column: string): string => `select ${column} from calls where seq <= ? order by seq limit ?`
    await run(`delete from bodies where id in (${oldest('id')})`, seq, BATCH)
    return (await run(`delete from calls where seq in (${oldest('seq')})`, seq, BATCH)) > 0
  })

/** Before the rows are deleted: verification starts after the checkpoint. */
async function moveCheckpoint(
  database: RecordDatabase,
  appender: Appender,
  macs: readonly RowMac[],
  { rows: before, acceptUntil }: Limits
): Promise<Retained> {
  const head = appender.head()
  // The next row marks the gap. A head that is written now would hide that there was none.
  if (!head.isValid) return { isMore: false }
  const page = await database.reading(({ all }) =>
    all(`select ${COLUMNS} from calls where seq > ? order by seq limit ?`, head.checkpoint.seq, SPAN)
  )
  const { checkpoint, problem } = verifyOld(page, head, macs, { before, acceptUntil })
  if (checkpoint === undefined) return { isMore: false, ...(problem !== undefined && { problem }) }
  appender.moveCheckpoint(checkpoint)
  return { isMore: true }
}

/**
 * Returns the last old row up to which all rows verify; and the problem of the first one that does not. All of them are verified, whatever their time:
 * it is not known to be right before.
 */
function verifyOld(
  page: readonly Values[],
  { head, checkpoint: start }: Head,
  macs: readonly RowMac[],
  { before, acceptUntil }: { before: number; acceptUntil: number }
): { checkpoint?: Link | undefined; problem?: string } {
  let checkpoint: Link | undefined
  let link = start
  for (const values of page) {
    const row = toRow(values)
    if (!isSigned(macs, link, row) && !(row.seq <= acceptUntil)) return { checkpoint, problem: stoppedAt(row.seq) }
    link = { seq: row.seq, mac: row.mac }
    if (row.seq < head.seq && row.at < before) checkpoint = link
  }
  return page.length < SPAN && link.seq < head.seq ? { checkpoint, problem: missingAfter(link.seq) } : { checkpoint }
}

const HOW = 'Run `toolgate record verify`.'

const stoppedAt = (seq: number): string =>
  `Retention of the record is stopped at row ${seq} and deletes nothing from there on: the row was changed, moved or signed with an unknown secret, or the row before it is missing. ${HOW} To continue after an examination, set record.accept_until_row: ${seq}.`

const missingAfter = (seq: number): string =>
  `Retention of the record is stopped: row ${seq + 1} is missing, and so are all rows after it. ${HOW}`
