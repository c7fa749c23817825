import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Link, macOf, ORIGIN } from '../chain.ts'
import { type Head, InvalidHead, NEW_RECORD, readHead, writeHead } from '../head.ts'
import { type Entry, type Row, rowOf } from '../row.ts'
import { inTransaction } from './database.ts'

/** Writes rows at the end of the chain. */
export interface Appender {
  /** Writes the entries that are not yet written, and then the head. */
  append: (entries: readonly Entry[]) => void
  /** The end of the chain as this process knows it. */
  head: () => Head
  /** Moves the checkpoint, before the rows up to it are deleted. */
  moveCheckpoint: (checkpoint: Link) => void
}

export function createAppender(database: DatabaseSync, file: string, key: Buffer, keys: readonly Buffer[]): Appender {
  const statements = prepare(database)
  let { head, checkpoint } = NEW_RECORD
  /** A head that cannot be read now is not lost: the request fails, and is sent again. */
  const kept = (): Head | undefined => {
    try {
      return readHead(file, keys)
    } catch (error) {
      if (error instanceof InvalidHead) return undefined
      throw error
    }
  }
  // Without a valid head, last rows may have been removed: the chain then marks it, too.
  let isHeadLost = !kept() && (existsSync(file) || statements.last.get() !== undefined)
  if (!isHeadLost && !kept()) writeHead(file, NEW_RECORD, key)
  /** Another process may have written since. */
  const refresh = (): void => {
    const now = kept()
    if (!now) isHeadLost = true
    if (now && now.head.seq > head.seq) head = now.head
    if (now && now.checkpoint.seq > checkpoint.seq) checkpoint = now.checkpoint
  }
  const insert = (previous: Link, row: Row): Link => {
    const mac = macOf(key, previous, row)
    const { kind, id, at, principal, system, operation, outcome, reason, body } = row
    const values = [previous.seq + 1, kind, id, at, principal, system, operation, outcome, reason, body, mac]
    return statements.insert.run(...values).changes === 1 ? { seq: previous.seq + 1, mac } : previous
  }
  const write = (end: Link, entries: readonly Entry[]): Link => {
    const ended = new Set(entries.flatMap(({ kind, call }) => (kind === 'ended' ? [call.id] : [])))
    let link = end
    for (const entry of entries) {
      if (entry.sealed !== undefined) statements.keepBody.run(entry.call.id, Date.parse(entry.call.at), entry.sealed)
      if (entry.kind === 'begun' && ended.has(entry.call.id)) continue // the row of its end has all of it
      link = insert(link, rowOf(entry))
      if (entry.kind === 'ended') statements.hide.run(entry.call.id)
    }
    return link
  }
  const appender: Appender = {
    append(entries) {
      refresh()
      head = inTransaction(database, () => {
        const last = lastLink(statements.last.get())
        const end = last.seq > head.seq ? last : head
        return write(isHeadLost || last.seq < head.seq ? insert(end, gapAfter(end, last)) : end, entries)
      })
      isHeadLost = false
      writeHead(file, { head, checkpoint }, key)
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
  if (isHeadLost) appender.append([])
  return appender
}

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
