import { existsSync } from 'node:fs'
import { type Block, MAX_ROWS, numbered, rowsOf, signedLine, slotOf, termsOf } from '../block.ts'
import { type Link, type Signer, signer } from '../chain.ts'
import { type Head, InvalidHead, NEW_RECORD, readHead, writeHead } from '../head.ts'
import { columnsIn, type Entry, entryOf, rowText } from '../row.ts'
import { blockOf, type RecordDatabase, type Session } from './database.ts'

/** Writes rows at the end of the chain. */
export interface Appender {
  /** Writes the entries of items of the stream that are not yet written, and then the head. Returns how many were skipped, since they have no row. */
  append: (items: readonly string[]) => Promise<number>
  /** The end of the chain as this process knows it. */
  head: () => Head
  /** Moves the checkpoint, before the rows up to it are deleted. */
  moveCheckpoint: (checkpoint: Link) => void
}

/** Opening it writes nothing: only the holder of the writer's lock may move the head. */
export function createAppender(database: RecordDatabase, file: string, key: Buffer, keys: readonly Buffer[]): Appender {
  const signs = signer(key)
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
  const append = async (session: Session, items: readonly Item[]): Promise<Link> => {
    const known = refresh()
    const [row] = await session.all('select * from blocks order by last desc limit 1')
    const last = row ? endOf(blockOf(row)) : checkpoint
    const end = last.seq > head.seq ? last : head
    const isNew = !known && end.seq === 0 && !existsSync(file)
    if (isNew) writeHead(file, NEW_RECORD, key) // before the first rows, so that rows without a head are never taken for a new record
    // Without a valid head, last rows may have been removed: the chain then marks it, too.
    const gap = (known || isNew) && last.seq >= head.seq ? [] : [gapAfter(end, last)]
    const entries = items.flatMap(item => item.entries)
    const rows = withoutEnded([...gap, ...(await withoutKnown(session, items))])
    let link = end
    for (const group of groupsOf(rows)) {
      const block = newBlock(signs, link, group)
      await insert(session, block, group)
      link = { seq: block.last, mac: block.mac }
    }
    await hideBegun(session, entries)
    for (const { sealed, id, at } of entries)
      if (sealed !== undefined)
        await session.run('insert into bodies (id, at, sealed) values (?, ?, ?) on conflict do nothing', id, at, sealed)
    return link
  }
  const insert = async ({ run }: Session, { last, slot, text, mac, begun }: Block, rows: readonly ReadEntry[]): Promise<void> => {
    const isShown = rows.every(({ kind }) => kind !== 'gap')
    const shown = isShown ? 1 : 0
    await run('insert into blocks (last, slot, text, mac, begun, shown) values (?, ?, ?, ?, ?, ?)', last, slot, text, mac, begun, shown)
    const terms = new Set(rows.flatMap(({ terms }) => terms))
    const insertTerms = `insert into terms (term, slot, last) select value, cast(? as bigint), cast(? as bigint) from (${database.list}) as listed`
    if (isShown) await run(insertTerms, slot, last, JSON.stringify([...terms]))
  }
  /**
   * Returns the entries that are not yet written. Some are if their writer was killed before it could remove them from the stream, or if Redis had stored
   * them but could not say so. The first one of an item shows it; what follows may then be new.
   */
  const withoutKnown = async ({ all, run }: Session, items: readonly Item[]): Promise<ReadEntry[]> => {
    const names = JSON.stringify(items.map(({ name }) => name))
    const known = new Set((await all(`select name from items where name in (${database.list})`, names)).map(({ name }) => name))
    await run(`insert into items (name) select distinct value from (${database.list}) as listed where true on conflict do nothing`, names)
    const written = new Set<string>()
    const isWritten = (entry: ReadEntry): boolean => written.has(nameOf(entry))
    const rows: ReadEntry[] = []
    for (const { name, entries } of items) {
      if (known.has(name)) {
        const slots = JSON.stringify([...new Set(entries.map(({ at }) => slotOf(at)))])
        const select = `select * from blocks where slot in (select cast(value as bigint) from (${database.list}) as listed)`
        for (const block of await all(select, slots)) for (const row of rowsOf(blockOf(block))) written.add(nameOf(row))
        for (const entry of rows) written.add(nameOf(entry))
        rows.push(...entries.filter(entry => !isWritten(entry)))
      } else rows.push(...entries)
      known.add(name)
    }
    return rows
  }
  /** Hides the beginnings of calls that have ended. */
  const hideBegun = async ({ run }: Session, entries: readonly ReadEntry[]): Promise<void> => {
    const ids = entries.flatMap(({ hasBegun, id }) => (hasBegun ? [id] : []))
    if (ids.length > 0) await run(`update blocks set shown = 0 where begun in (${database.list})`, JSON.stringify(ids))
  }
  return {
    async append(texts) {
      const { items, unreadable } = readAll(texts)
      head = await database.writing(session => append(session, items))
      writeHead(file, { head, checkpoint }, key)
      return unreadable
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

/** An entry of the stream, and of its row what this needs. */
interface ReadEntry extends Entry {
  kind: string
  id: string
  at: number
  terms: readonly string[]
}

interface Item {
  /** Name of its first entry. */
  name: string
  entries: ReadEntry[]
}

const nameOf = ({ kind, id }: Pick<ReadEntry, 'kind' | 'id'>): string => `${id} ${kind}`

function readAll(texts: readonly string[]): { items: Item[]; unreadable: number } {
  const read = createReader()
  let unreadable = 0
  const items = texts.flatMap(text => {
    const lines = text.split('\n')
    const entries = lines.map(read).filter(entry => entry !== undefined)
    unreadable += lines.length - entries.length
    return entries[0] ? [{ name: nameOf(entries[0]), entries }] : []
  })
  return { items, unreadable }
}

/** The columns of a row that differ from call to call. */
const START = /^\["(begun|ended)","([^"\\]+)",(\d{1,15}),/

/** Returns what reads an entry. Most rows of a moment have the other columns in common: these are parsed once. */
function createReader(): (line: string) => ReadEntry | undefined {
  const known = new Map<string, readonly string[] | undefined>()
  return line => {
    const entry = entryOf(line)
    const [start, kind, id, at] = START.exec(entry.text) ?? []
    if (start === undefined || kind === undefined || id === undefined) return undefined
    const others = entry.text.slice(start.length, entry.text.indexOf('\t'))
    if (!known.has(others)) known.set(others, termsIn(others))
    const terms = known.get(others)
    return terms && { ...entry, kind, id, at: Number(at), terms }
  }
}

/** Returns the terms of a row from its other columns; undefined if they are none, for example those of another version. */
function termsIn(others: string): string[] | undefined {
  try {
    const columns = JSON.parse(`["","",0,${others}`)
    const isRow = columns.length === 8 && columns.slice(3, 7).every((one: unknown) => typeof one === 'string')
    return isRow ? termsOf(columnsIn(columns)) : undefined
  } catch {
    return undefined
  }
}

/** Returns the entries without the beginnings whose end follows, since the row of the end has all of it. */
function withoutEnded(entries: readonly ReadEntry[]): readonly ReadEntry[] {
  const begun = new Set(entries.flatMap(({ kind, id }) => (kind === 'begun' ? [id] : [])))
  if (begun.size === 0) return entries
  const ended = new Set(entries.flatMap(({ kind, id }) => (kind === 'ended' && begun.has(id) ? [id] : [])))
  return entries.filter(({ kind, id }) => kind !== 'begun' || !ended.has(id))
}

/** Returns the end of a block. Its last rows may have been removed. */
function endOf({ text, mac }: Block): Link {
  const { seq = 0 } = [...rowsOf({ text: text.slice(text.lastIndexOf('\n') + 1) })][0] ?? {}
  return { seq, mac }
}

/** Returns the entries of each block. */
function groupsOf(entries: readonly ReadEntry[]): ReadEntry[][] {
  const groups: ReadEntry[][] = []
  const bySlot = new Map<number, ReadEntry[]>()
  for (const entry of entries) {
    const slot = slotOf(entry.at)
    const group = entry.kind === 'ended' ? bySlot.get(slot) : undefined
    if (group && group.length < MAX_ROWS) {
      group.push(entry)
      continue
    }
    const next = [entry]
    groups.push(next)
    if (entry.kind === 'ended') bySlot.set(slot, next)
  }
  return groups
}

function newBlock({ digest, mac }: Signer, previous: Link, rows: readonly ReadEntry[]): Block {
  const [first] = rows
  const texts = rows.map(({ text }, index) => numbered(previous.seq + 1 + index, text))
  const digests = texts.map(digest)
  return {
    last: previous.seq + rows.length,
    slot: slotOf(first?.at ?? 0),
    text: texts.map((text, index) => signedLine(text, digests[index] ?? '')).join('\n'),
    mac: mac(previous, digests),
    begun: first?.kind === 'begun' ? first.id : null
  }
}

/** The row that marks lost rows, or a lost head. It is not shown as a call. */
function gapAfter(end: Link, last: Link): ReadEntry {
  const row = {
    kind: 'gap',
    id: `gap_${end.seq + 1}`,
    at: Date.now(),
    principal: '',
    system: '',
    operation: '',
    outcome: 'unknown',
    reason: null,
    body: JSON.stringify({ last_found: last.seq })
  } as const
  return { text: rowText(row), kind: row.kind, id: row.id, at: row.at, terms: [] }
}
