import { existsSync } from 'node:fs'
import { type Block, type Line, linesOf, rowIn, slotOf, termsOf } from './block.ts'
import { type Link, matches, ORIGIN, type Signer, signer } from './chain.ts'
import { type Head, readHead } from './head.ts'
import type { RecordParts } from './location.ts'
import type { StoredRow } from './row.ts'
import { blockOf, type Session, type Value, type Values } from './store/database.ts'
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

/** More problems than these are counted, not listed. */
const MAX_PROBLEMS = 1_000

/** Verifies the record, even while a gateway writes it. `keys`: see CHAIN. */
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
      await session.all('select 1 from blocks limit 1') // fixes the state that the transaction reads
      // Rows that were deleted since the first read of the head are covered by the checkpoint of the second.
      const { checkpoint = ORIGIN } = headIn(file, keys, []) ?? {}
      const rows = await verifyRows(session, database.list, keys.map(signer), { head: before?.head ?? ORIGIN, checkpoint }, problems)
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

type Reading = Pick<Session, 'all'>

async function verifyRows(session: Reading, list: string, signers: readonly Signer[], { head, checkpoint }: Head, problems: Problem[]) {
  const add = (problem: Problem): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  let previous: Link | undefined = checkpoint
  let [rows, last] = [0, checkpoint.seq]
  /** The beginnings of calls whose end was not found yet, and whether searches show them. */
  const begun = new Map<string, { row: StoredRow; isShown: boolean }>()
  const verifyOrder = (lines: readonly NumberedLine[]): void => {
    const bySeq = Map.groupBy(lines, ({ seq }) => seq)
    const found = [...bySeq.keys()]
    for (const [index, seq] of found.toSorted((a, b) => a - b).entries()) {
      if (seq > last + 1) {
        add(missing(last + 1, seq - 1))
        if (index === 0) previous = undefined // its signature is not known, so the block after it cannot be checked
      }
      const [line, ...others] = bySeq.get(seq) ?? []
      if (seq !== found[index] || others.length > 0 || seq <= last) add(changed(seq, line?.row, 'it is not in its place'))
      last = Math.max(last, seq)
    }
  }
  const verifyContent = ({ seq, row, text, digest }: NumberedLine): void => {
    if (!row || !signers.some(signer => signer.digest(text) === digest)) add(changed(seq, row, 'its content does not match its signature'))
    else if (row.kind === 'gap') add({ kind: 'missing', seq, message: gapMessage(seq) })
  }
  const verifySignature = ({ last: end, mac }: Block, lines: readonly NumberedLine[]): void => {
    const [start, digests] = [previous, lines.map(({ digest }) => digest)]
    const [first] = lines
    if (head.seq >= (first?.seq ?? end) && head.seq <= end && !(head.seq === end && mac.equals(head.mac)))
      add(changed(end, undefined, 'the head has another signature for it'))
    else if (start && !matches(signers, mac, signer => signer.mac(start, digests)))
      add(changed(first?.seq ?? end, undefined, `rows up to ${end} do not match the signature of their block`))
  }
  const verifyShown = async ({ block, isShown }: StoredBlock, lines: readonly NumberedLine[]): Promise<void> => {
    const stored = lines.flatMap(({ row }) => row ?? [])
    const [row] = stored
    if (!row || row.kind === 'gap') return
    const isBegun = row.kind === 'begun'
    const isInPlace =
      block.last === last && stored.every(({ at }) => slotOf(at) === block.slot) && block.begun === (isBegun ? row.id : null)
    if (!isInPlace || (!isBegun && !isShown) || (isShown && !(await hasTerms(session, list, block, stored)))) add(hidden(row))
    if (isBegun) begun.set(row.id, { row, isShown })
    for (const { kind, id } of stored) {
      const beginning = kind === 'ended' ? begun.get(id) : undefined
      if (beginning?.isShown) add(hidden(beginning.row))
      if (beginning) begun.delete(id)
    }
  }
  for await (const stored of blocksAfter(session, checkpoint.seq)) {
    const { block } = stored
    const [lines, known] = [numberedLines(block), problems.length]
    rows += lines.length
    verifyOrder(lines)
    for (const line of lines) verifyContent(line)
    const isWhole = lines.length === block.last - (lines[0]?.seq ?? 0) + 1
    if (isWhole && problems.slice(known).every(({ kind }) => kind === 'missing')) verifySignature(block, lines)
    if (problems.length === known) await verifyShown(stored, lines)
    previous = { seq: block.last, mac: block.mac }
  }
  for (const { row, isShown } of begun.values()) if (!isShown) add(hidden(row))
  if (last < head.seq) add(missing(last + 1, head.seq))
  return { rows, to: Math.max(last, head.seq) }
}

interface NumberedLine extends Line {
  /** Undefined if it cannot be read. */
  row: StoredRow | undefined
  /** Of the row, or the one that is expected. */
  seq: number
}

function numberedLines(block: Block): NumberedLine[] {
  const lines = linesOf(block)
  return lines.map((line, index) => {
    const row = rowIn(line.text)
    return { ...line, row, seq: row?.seq ?? block.last - lines.length + 1 + index }
  })
}

/** Whether searches with a filter find the rows of the block. */
async function hasTerms({ all }: Reading, list: string, { slot, last }: Block, rows: readonly StoredRow[]): Promise<boolean> {
  const terms = [...new Set(rows.flatMap(termsOf))]
  const select = `select count(*) as found from terms where term in (${list}) and slot = ? and last = ?`
  const [row] = await all(select, JSON.stringify(terms), slot, last)
  return Number(row?.['found']) === terms.length
}

interface StoredBlock {
  block: Block
  isShown: boolean
}

/** Blocks that are read at once. */
const PAGE = 32

/** Yields the blocks after a sequence number, in order. */
async function* blocksAfter({ all }: Reading, checkpoint: number): AsyncGenerator<StoredBlock> {
  for (let after: Value = checkpoint; ; ) {
    const page: Values[] = await all(`select * from blocks where last > ? order by last limit ${PAGE}`, after)
    for (const values of page) yield { block: blockOf(values), isShown: Number(values['shown']) === 1 }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = String(last['last'])
  }
}

const changed = (seq: number, row: StoredRow | undefined, why: string): Problem => ({
  kind: 'changed',
  seq,
  message: `row ${seq}${row ? ` (call ${row.id} of ${row.operation})` : ''} was changed, moved or not written by this gateway: ${why}`
})

const hidden = ({ seq, id }: StoredRow): Problem => ({
  kind: 'hidden',
  seq,
  message: `row ${seq} (call ${id}), or another one of its block, was hidden from, or added to, what searches show`
})

const missing = (from: number, to: number): Problem => ({
  kind: 'missing',
  seq: from,
  message: from === to ? `row ${from} is missing` : `rows ${from} to ${to} are missing`
})

const gapMessage = (seq: number): string =>
  `the gateway found its record incomplete when it wrote row ${seq}: rows before it, or the file of the head, had been removed`
