import { existsSync } from 'node:fs'
import { type Link, ORIGIN, rowMac } from '../chain.ts'
import { type Head, InvalidHead, NEW_RECORD, readHead, syncFolder, writeHead } from '../head.ts'
import { type ChainedRow, type Entry, type Row, rowOf, rowText } from '../row.ts'
import type { RecordDatabase, Session, Values } from './database.ts'

/** Writes rows at the end of the chain. */
export interface Appender {
  /** Writes the entries that are not yet written, and then the head. Returns how many were skipped, since they have no row. */
  append: (entries: readonly Entry[]) => Promise<number>
  /** The end of the chain as this process knows it; and whether its file exists and is valid now. */
  head: () => Head & { isValid: boolean }
  /** Moves the checkpoint, before the rows up to it are deleted. */
  moveCheckpoint: (checkpoint: Link) => void
}

/** Opening it writes nothing: only the holder of the writer's lock may move the head. */
export function createAppender(database: RecordDatabase, file: string, key: Buffer, keys: readonly Buffer[]): Appender {
  const macOf = rowMac(key)
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
  /** `isRepeated`: some of the entries may be there already, because their writer was killed before it could remove them from the stream. */
  const append = async (session: Session, entries: readonly ReadEntry[], isRepeated: boolean): Promise<Link> => {
    const known = refresh()
    const [row] = await session.all('select seq, mac from calls order by seq desc limit 1')
    const last = lastLink(row)
    const end = last.seq > head.seq ? last : head
    const isNew = !known && end.seq === 0 && !existsSync(file)
    if (isNew) writeHead(file, NEW_RECORD, key) // before the first rows, so that rows without a head are never taken for a new record
    // Without a valid head, last rows may have been removed: the chain then marks it, too.
    const gap = (known || isNew) && last.seq >= head.seq ? [] : [gapAfter(end, last)]
    const all = withoutEnded([...gap, ...entries])
    if (isRepeated) await forgetDeleted(session, all)
    const unknown = isRepeated ? withoutKnown(all, await present(session, all)) : all
    let link = end
    // One after another, as they are inserted: fewer objects exist at once.
    const rows = unknown.values().map(({ entry, row }): ChainedRow => {
      link = { seq: link.seq + 1, mac: macOf(link, entry.text) }
      return { ...row, ...link }
    })
    await session.insert(rows)
    if (gap.length > 0) await session.run("update calls set shown = 0 where kind = 'gap' and seq = ?", end.seq + 1)
    await hideBegun(session, entries)
    for (const { entry, row } of entries)
      if (entry.sealed !== undefined)
        await session.run('insert into bodies (id, at, sealed) values (?, ?, ?) on conflict do nothing', row.id, row.at, entry.sealed)
    return link
  }
  /** Rows up to the checkpoint are about to be deleted, or were added by others: they must not keep the same calls out. */
  const forgetDeleted = async ({ run }: Session, entries: readonly ReadEntry[]): Promise<void> => {
    const ids = JSON.stringify(entries.map(({ row }) => row.id))
    await run(`delete from calls where seq <= ? and id in (${database.list})`, checkpoint.seq, ids)
  }
  const present = async ({ all }: Session, entries: readonly ReadEntry[]): Promise<Values[]> =>
    await all(`select kind, id from calls where id in (${database.list})`, JSON.stringify(entries.map(({ row }) => row.id)))
  /** Hides the beginnings of calls that have ended. */
  const hideBegun = async ({ run }: Session, entries: readonly ReadEntry[]): Promise<void> => {
    const ids = entries.flatMap(({ entry, row }) => (entry.hasBegun ? [row.id] : []))
    const hide = `update calls set shown = 0 where kind = 'begun' and shown = 1 and id in (${database.list})`
    if (ids.length > 0) await run(hide, JSON.stringify(ids))
  }
  return {
    async append(entries) {
      const rows = readAll(entries)
      const write = (isRepeated: boolean): Promise<Link> => database.writing(session => append(session, rows, isRepeated))
      head = await write(false).catch(error => {
        if (!database.isDuplicate(error)) throw error
        return write(true)
      })
      writeHead(file, { head, checkpoint }, key)
      return entries.length - rows.length
    },
    head() {
      const isValid = refresh() !== undefined
      return { head, checkpoint, isValid }
    },
    moveCheckpoint(moved) {
      writeHead(file, { head, checkpoint: moved }, key)
      syncFolder(file)
      checkpoint = moved // only now: rows behind it are deleted
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

/** Returns the entries without the beginnings whose end follows, since the row of the end has all of it. */
function withoutEnded(entries: readonly ReadEntry[]): readonly ReadEntry[] {
  const begun = new Set(entries.flatMap(({ row: { kind, id } }) => (kind === 'begun' ? [id] : [])))
  if (begun.size === 0) return entries
  const ended = new Set(entries.flatMap(({ row: { kind, id } }) => (kind === 'ended' && begun.has(id) ? [id] : [])))
  return entries.filter(({ row: { kind, id } }) => kind !== 'begun' || !ended.has(id))
}

/** Returns the entries that are not found, each once. */
function withoutKnown(entries: readonly ReadEntry[], found: readonly Values[]): ReadEntry[] {
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  return entries.filter(({ row: { kind, id } }) => {
    const name = `${kind} ${id}`
    if (known.has(name)) return false
    known.add(name)
    return true
  })
}

function lastLink(row: Values | undefined): Link {
  return row?.['mac'] instanceof Uint8Array ? { seq: Number(row['seq']), mac: Buffer.from(row['mac']) } : ORIGIN
}

/** The row that marks lost rows, or a lost head. It is not shown as a call. */
function gapAfter(end: Link, last: Link): ReadEntry {
  const row: Row = {
    kind: 'gap',
    id: `gap_${end.seq + 1}`,
    at: Date.now(),
    principal: '',
    system: '',
    operation: '',
    outcome: 'unknown',
    reason: null,
    body: JSON.stringify({ last_found: last.seq })
  }
  return { entry: { text: rowText(row) }, row }
}
