import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../src/tools/memory/store/database/sqlite.ts'

/** Links per object. */
const EACH = 10
/** Words of facts: a rare one is in every thousandth fact, a common one in every fiftieth. */
const RARE = 1000
const COMMON = 50

/** The same graph for both servers: link `i` connects object `i mod n` with another one. */
const objectsIn = (links: number): number => links / EACH

/** Fills the graph of the key by SQL, since only reading and adding are measured. */
export async function fillGraph(folder: string, key: string, links: number): Promise<void> {
  const file = path.join(folder, 'memory/default.sqlite')
  const engine = await openSqlite(file, { writes: true })
  await engine.close()
  const db = new DatabaseSync(file)
  const objects = objectsIn(links)
  db.exec('pragma synchronous = off; pragma cache_size = -500000; begin')
  const insert = (sql: string): unknown => db.prepare(sql).run()
  insert(`insert into memory_namespaces(id, name, created_at) values (1, 'key:${key}', 0)`)
  const series = (count: number): string => `with recursive s(i) as (select 0 union all select i + 1 from s where i + 1 < ${count})`
  insert(`${series(objects)} insert into memory_objects(id, namespace_id, key, loose_key, name, type, type_key, summary, attributes, created_at, updated_at)
    select i + 1, 1, 'object ' || i, 'object' || i, 'object ' || i, 'Thing', 'thing', '', '[]', 0, 0 from s`)
  insert(`${series(links)} insert into memory_links(id, namespace_id, from_id, relation, relation_key, to_id, fact, created_at)
    select i + 1, 1, i % ${objects} + 1, 'relates to', 'relates to', (i * 7919 + i / ${objects} + 1) % ${objects} + 1,
    'object ' || (i % ${objects}) || ' relates to another about topic' || (i % ${RARE}) || ' in area' || (i % ${COMMON}) , 0 from s`)
  insert(`insert into memory_object_texts(rowid, words) select id, '§' || namespace_id || ' ' || name from memory_objects`)
  insert(`insert into memory_link_texts(rowid, words) select id, '§' || namespace_id || ' ' || fact from memory_links`)
  db.exec('commit; pragma wal_checkpoint(truncate)')
  db.close()
}

/** The same graph in the format of the reference server. */
export function writeAnchorFile(file: string, links: number): void {
  const objects = objectsIn(links)
  const lines = [
    ...Array.from({ length: objects }, (_, at) => ({ type: 'entity', name: `object ${at}`, entityType: 'Thing', observations: [] })),
    ...Array.from({ length: links }, (_, i) => ({
      type: 'relation',
      from: `object ${i % objects}`,
      to: `object ${(i * 7919 + Math.floor(i / objects) + 1) % objects}`,
      relationType: `relates to ${i}`
    }))
  ]
  writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
}

export const anyObject = (links: number): string => `object ${Math.floor(Math.random() * objectsIn(links))}`
export const rareWord = (): string => `topic${Math.floor(Math.random() * RARE)}`
export const commonWord = (): string => `area${Math.floor(Math.random() * COMMON)}`
