import { type Block, idAt, rowsOf, startOf, termsOf, timeIn } from '../block.ts'
import type { Appender } from './append.ts'
import { blockOf, type RecordDatabase } from './database.ts'

/** What is older, in Unix milliseconds, is deleted. */
export interface Limits {
  rows: number
  bodies: number
}

/** Bodies, items or terms of a block that one transaction deletes, so that writes between two of them do not wait. */
const BATCH = 100

/** Blocks by which the checkpoint moves at once. Each time, its file is synced to disk. */
const SPAN = 4

/** Does one short step to delete what is too old, and returns whether there may be more. */
export async function deleteOld(database: RecordDatabase, appender: Appender, { rows, bodies }: Limits): Promise<boolean> {
  const deleted = await database.deleting(async ({ run }) => [
    await run('delete from bodies where id in (select id from bodies where at < ? order by at limit ?)', bodies, BATCH),
    await run('delete from items where name in (select name from items where name < ? order by name limit ?)', idAt(rows), BATCH)
  ])
  const isMore = (await deleteBehind(database, appender.head().checkpoint.seq)) || (await moveCheckpoint(database, appender, rows))
  return isMore || deleted.includes(BATCH)
}

const deleteBehind = ({ deleting, list }: RecordDatabase, seq: number): Promise<boolean> =>
  deleting(async ({ all, run }) => {
    const [row] = await all('select * from blocks where last <= ? order by last limit 1', seq)
    if (!row) return false
    const { last, slot, text } = blockOf(row)
    const terms = JSON.stringify([...new Set([...rowsOf({ text })].flatMap(termsOf))])
    const next = `select term from terms where term in (${list}) and slot = ? and last = ? limit ${BATCH}`
    const deleted = await run(`delete from terms where term in (${next}) and slot = ? and last = ?`, terms, slot, last, slot, last)
    if (deleted < BATCH) await run('delete from blocks where last = ?', last)
    return true
  })

/** Before the rows are deleted: verification starts after the checkpoint. Returns whether it moved. */
const moveCheckpoint = ({ reading }: RecordDatabase, appender: Appender, before: number): Promise<boolean> =>
  reading(async ({ all }) => {
    const oldest = (await all('select * from blocks order by last limit ?', SPAN)).map(blockOf)
    const isKept = (block: Block): boolean =>
      startOf(block.slot + 1) > before && [...rowsOf(block)].some(row => timeIn(block.slot, row) >= before)
    const kept = oldest.findIndex(isKept)
    const end = oldest.slice(0, kept < 0 ? undefined : kept).at(-1)
    if (end) appender.moveCheckpoint({ seq: end.last, mac: end.mac })
    return end !== undefined
  })
