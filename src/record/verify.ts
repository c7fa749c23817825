import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Link, macOf, matches, ORIGIN } from './chain.ts'
import { type Head, readHead, recordFiles } from './head.ts'
import { type ChainedRow, rowText } from './row.ts'
import { COLUMNS, prepareRows, toRow } from './store/database.ts'

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

/** More problems than these are counted, not listed. */
const MAX_PROBLEMS = 1_000

/** Verifies the record in a data folder, also while a gateway writes it. `keys`: see CHAIN. */
export function verifyRecord(dataDirectory: string, keys: readonly Buffer[]): Verification {
  const files = recordFiles(dataDirectory)
  const problems: Problem[] = []
  const before = headIn(files.head, keys, problems)
  if (!existsSync(files.database)) {
    if ((before?.head.seq ?? 0) > 0) problems.push(missing(1, before?.head.seq ?? 0))
    return { rows: 0, from: 0, to: before?.head.seq ?? 0, head: null, problems }
  }
  const database = new DatabaseSync(files.database, { readOnly: true, timeout: 20_000 })
  try {
    database.exec('begin')
    database.prepare('select 1 from calls limit 1').get() // fixes the state that the transaction reads
    // Rows that were deleted since the first read of the head are behind the checkpoint of the second.
    const { checkpoint = ORIGIN } = headIn(files.head, keys, []) ?? {}
    const rows = verifyRows(database, keys, { head: before?.head ?? ORIGIN, checkpoint }, problems)
    // The head is written before the first row. A gateway that was only read has a database without either.
    if (rows.rows > 0 && !existsSync(files.head))
      problems.unshift({ kind: 'head', seq: null, message: `${files.head} is missing, so missing last rows cannot be found` })
    return { ...rows, from: checkpoint.seq + 1, head: before ? `${before.head.seq}:${before.head.mac.toString('hex')}` : null, problems }
  } finally {
    database.close()
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

function verifyRows(database: DatabaseSync, keys: readonly Buffer[], { head, checkpoint }: Head, problems: Problem[]) {
  const add = (problem: Problem): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  let previous: Link | undefined = checkpoint
  let [rows, last] = [0, checkpoint.seq]
  const select = prepareRows(database, `select ${COLUMNS}, shown from calls where seq > ? order by seq`)
  const end = database.prepare("select 1 from calls where id = ? and kind = 'ended'")
  for (const values of select.iterate(checkpoint.seq)) {
    const row = toRow(values)
    rows += 1
    if (row.seq > last + 1) {
      add(missing(last + 1, row.seq - 1))
      previous = undefined // its signature is not known, so the row behind it cannot be checked
    }
    if (row.seq === head.seq && !row.mac.equals(head.mac)) add(changed(row, 'the head has another signature for it'))
    else if (previous && !isSigned(keys, previous, row)) add(changed(row, 'its content does not match its signature'))
    if (row.kind === 'gap') add({ kind: 'missing', seq: row.seq, message: gapMessage(row) })
    const isSuperseded = row.kind === 'begun' && end.get(row.id) !== undefined
    if (Number(values['shown']) !== (isSuperseded ? 0 : 1))
      add({ kind: 'hidden', seq: row.seq, message: `row ${row.seq} (call ${row.id}) was hidden from, or added to, what searches show` })
    previous = { seq: row.seq, mac: row.mac }
    last = row.seq
  }
  if (last < head.seq) add(missing(last + 1, head.seq))
  return { rows, to: Math.max(last, head.seq) }
}

const isSigned = (keys: readonly Buffer[], previous: Link, row: ChainedRow): boolean =>
  matches(keys, row.mac, key => macOf(key, previous, rowText(row)))

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
