import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Link, macOf, ORIGIN } from '../chain.ts'
import { type Head, InvalidHead, NEW_RECORD, readHead, writeHead } from '../head.ts'
import { type Entry, type Row, rowOf, rowText } from '../row.ts'
import { inTransaction } from './database.ts'

/** Writes rows at the end of the chain. */
export interface Appender {
  /** Writes the entries that are not yet written, and then the head. Returns how many were skipped, since they have no row. */
  append: (entries: readonly Entry[]) => number
  /** The end of the chain as this process knows it. */
  head: () => Head
  /** Moves the checkpoint, before the rows up to it are deleted. */
  moveCheckpoint: (checkpoint: Link) => void
}

/** Opening it writes nothing: only who holds the writer's lock may move the head. */
export function createAppender(database: DatabaseSync, file: string, key: Buffer, keys: readonly Buffer[]): Appender {
  const statements = prepare(database)
  let { head, checkpoint } = NEW_RECORD
  /** Reads the head, which another process may have moved. Undefined if it is not valid. If it cannot be read now, the request fails and is sent again. */
  const refresh = (): Head | undefined => {
    try {
      const now = readHead(file, keys)
      if (now && now.head.seq > head.seq) head = now.head
      if (now && now.checkpoint.seq > checkpoint.seq) checkpoint = now.checkpoint
      return now
    } catch (error) {
      if (error instanceof InvalidHead) return undefined
      throw error
    }
  }
  const insert = (previous: Link, { kind, id, at, principal, system, operation, outcome, reason, body }: Row, text: string): Link => {
    const mac = macOf(key, previous, text)
    const values = [previous.seq + 1, kind, id, at, principal, system, operation, outcome, reason, body, mac]
    return statements.insert.run(...values).changes === 1 ? { seq: previous.seq + 1, mac } : previous
  }
  const write = (end: Link, rows: readonly ReadEntry[]): Link => {
    const ended = new Set(
      rows.some(({ entry }) => entry.hasBegun) ? rows.flatMap(({ row: { kind, id } }) => (kind === 'ended' ? [id] : [])) : []
    )
    let link = end
    for (const { entry, row } of rows) {
      if (entry.sealed !== undefined) statements.keepBody.run(row.id, row.at, entry.sealed)
      if (row.kind === 'begun' && ended.has(row.id)) continue // the row of its end has all of it
      link = insert(link, row, entry.text)
      if (entry.hasBegun) statements.hide.run(row.id)
    }
    return link
  }
  return {
    append(entries) {
      const rows = readAll(entries)
      head = inTransaction(database, () => {
        const known = refresh()
        const last = lastLink(statements.last.get())
        const end = last.seq > head.seq ? last : head
        const isNew = !known && end.seq === 0 && !existsSync(file)
        if (isNew) writeHead(file, NEW_RECORD, key) // before the first rows, so that rows without a head are never taken for a new record
        // Without a valid head, last rows may have been removed: the chain then marks it, too.
        if ((known || isNew) && last.seq >= head.seq) return write(end, rows)
        const gap = gapAfter(end, last)
        return write(insert(end, gap, rowText(gap)), rows)
      })
      writeHead(file, { head, checkpoint }, key)
      return entries.length - rows.length
    },
    head() {
      refresh()
      return { head, checkpoint }
    },
    moveCheckpoint(moved) {
      checkpoint = moved
      writeHead(file, { head, checkpoint }, key)
    }
  }
}

interface ReadEntry {
  entry: Entry
  row: Row
}

const readAll = (entries: readonly Entry[]): ReadEntry[] =>
  entries.flatMap(entry => {
    const row = rowOf(entry.text)
    return row ? [{ entry, row }] : []
  })

const prepare = (database: DatabaseSync) => ({
  insert: database.prepare(
    'insert or ignore into calls (seq, kind, id, at, principal, system, operation, outcome, reason, body, mac) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
  ),
  hide: database.prepare("update calls set shown = 0 where id = ? and kind = 'begun' and shown = 1"),
  last: database.prepare('select seq, mac from calls order by seq desc limit 1'),
  keepBody: database.prepare('insert or ignore into bodies (id, at, sealed) values (?, ?, ?)')
})

function lastLink(row: ReturnType<ReturnType<DatabaseSync['prepare']>['get']>): Link {
  return row?.['mac'] instanceof Uint8Array ? { seq: Number(row['seq']), mac: Buffer.from(row['mac']) } : ORIGIN
}

/** The row that marks lost rows, or a lost head. It is not shown as a call. */
const gapAfter = (end: Link, last: Link): Row => ({
  kind: 'gap',
  id: `gap_${end.seq + 1}`,
  at: Date.now(),
  principal: '',
  system: '',
  operation: '',
  outcome: 'unknown',
  reason: null,
  body: JSON.stringify({ last_found: last.seq })
})
