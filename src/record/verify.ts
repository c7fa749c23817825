import { existsSync } from 'node:fs'
import { isSigned, type Link, ORIGIN, type RowMac, rowMac } from './chain.ts'
import { type Head, readHead } from './head.ts'
import type { RecordParts } from './location.ts'
import type { ChainedRow } from './row.ts'
import { COLUMNS, type Session, toRow, type Value, type Values } from './store/database.ts'
import { openToRead } from './store/open.ts'

/** One thing that is wrong with the record. */
interface Problem {
  kind: 'changed' | 'missing' | 'head' | 'hidden'
  /** The row, or the first of the rows. */
  seq: number | null
  message: string
}

export interface Verification {
  rows: number
  /** Sequence numbers of the first row that was verified, and of the end of the chain. */
  from: number
  to: number
  /** The end of the chain as sequence number and MAC; null if it is not known. */
  head: string | null
  problems: Problem[]
}

/** Further problems are not listed. */
const MAX_PROBLEMS = 1_000

/** Verifies the record, also while a gateway writes it. `keys`: see CHAIN. */
export async function verifyRecord({ database: location, head: file, keys: bytes }: RecordParts): Promise<Verification> {
  const keys = bytes.map(key => Buffer.from(key))
  const problems: Problem[] = []
  const before = headIn(file, keys, problems)
  const database = await openToRead(location)
  if (!database) {
    if ((before?.head.seq ?? 0) > 0) problems.push(missing(1, before?.head.seq ?? 0))
    return { rows: 0, from: 0, to: before?.head.seq ?? 0, head: null, problems }
  }
  try {
    return await database.reading(async session => {
      await session.all('select 1 from calls limit 1') // fixes the state that the transaction reads
      // Rows that were deleted since the first read of the head are covered by the checkpoint of the second.
      const { checkpoint = ORIGIN } = headIn(file, keys, []) ?? {}
      const rows = await verifyRows(session, keys.map(rowMac), { head: before?.head ?? ORIGIN, checkpoint }, problems)
      // The head is written before the first row. A gateway that was only read has a database without either.
      if (rows.rows > 0 && !existsSync(file))
        problems.unshift({ kind: 'head', seq: null, message: `${file} is missing, so it is unknown whether the last rows are missing` })
      return { ...rows, from: checkpoint.seq + 1, head: before ? `${before.head.seq}:${before.head.mac.toString('hex')}` : null, problems }
    })
  } finally {
    await database.close()
  }
}

function headIn(file: string, keys: readonly Buffer[], problems: Problem[]): Head | undefined {
  try {
    return readHead(file, keys)
  } catch (error) {
    problems.push({ kind: 'head', seq: null, message: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

async function verifyRows(session: Pick<Session, 'all'>, macs: readonly RowMac[], { head, checkpoint }: Head, problems: Problem[]) {
  const add = (problem: Problem): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  let previous: Link | undefined = checkpoint
  let [rows, last] = [0, checkpoint.seq]
  for await (const values of rowsAfter(session, checkpoint.seq)) {
    const row = toRow(values)
    rows += 1
    if (row.seq > last + 1) {
      add(missing(last + 1, row.seq - 1))
      previous = undefined // its signature is not known, so the row after it cannot be checked
    }
    if (row.seq === head.seq && !row.mac.equals(head.mac)) add(changed(row, 'the head has another signature for it'))
    else if (previous && !isSigned(macs, previous, row)) add(changed(row, 'its content does not match its signature'))
    if (row.kind === 'gap') add({ kind: 'missing', seq: row.seq, message: gapMessage(row) })
    if (Number(values['shown']) !== Number(values['visible']))
      add({ kind: 'hidden', seq: row.seq, message: `row ${row.seq} (call ${row.id}) was hidden from, or added to, what searches show` })
    previous = { seq: row.seq, mac: row.mac }
    last = row.seq
  }
  if (last < head.seq) add(missing(last + 1, head.seq))
  return { rows, to: Math.max(last, head.seq) }
}

/** Rows that are read at once. */
const PAGE = 2_000

/** Yields the rows after a sequence number, in order. `visible`: whether searches should show it, 1 or 0. */
async function* rowsAfter({ all }: Pick<Session, 'all'>, checkpoint: number): AsyncGenerator<Values> {
  // A row up to the checkpoint is never verified, so it hides none.
  const isSuperseded =
    "kind = 'begun' and exists (select 1 from calls as ends where ends.id = calls.id and ends.kind = 'ended' and +ends.seq > ?)"
  const select = `select ${COLUMNS}, shown, case when kind = 'gap' or ${isSuperseded} then 0 else 1 end as visible from calls where seq > ? order by seq limit ${PAGE}`
  for (let after: Value = checkpoint; ; ) {
    const page: Values[] = await all(select, checkpoint, after)
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = String(last['seq'])
  }
}

const changed = ({ seq, id, operation }: ChainedRow, why: string): Problem => ({
  kind: 'changed',
  seq,
  message: `row ${seq} (call ${id} of ${operation}) was changed, moved or not written by this gateway: ${why}`
})

const missing = (from: number, to: number): Problem => ({
  kind: 'missing',
  seq: from,
  message: from === to ? `row ${from} is missing` : `rows ${from} to ${to} are missing`
})

const gapMessage = ({ seq }: ChainedRow): string =>
  `the gateway found its record incomplete when it wrote row ${seq}: rows before it, or the file of the head, had been removed`
