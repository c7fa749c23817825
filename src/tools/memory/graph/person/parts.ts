import { sql } from 'kysely'
import { counted } from '../../../../lib/format.ts'
import { type Kind, tableOf } from '../../store/database/word-index.ts'
import type { Session } from '../../store/session.ts'
import { removeEpisodes } from '../episodes.ts'
import { deleteLinks, type LinkRow, linkOutputs } from '../links/rows.ts'
import { storeLink } from '../links/update.ts'
import { aliasesIn } from '../objects/aliases.ts'
import { attributesIn } from '../objects/attributes.ts'
import type { ObjectRow } from '../objects/rows.ts'
import { endsOf, removeObject, storeObject } from '../objects/update.ts'
import type { Named } from './named.ts'
import type { PartKind, Person } from './person.ts'

interface Search {
  person: Person
  named: Named
}

/** A part of the graph that names a person, with a description for people. */
interface NamingPart {
  id: number
  text: string
}

interface PartsOfKind {
  /** Returns the next parts. `last`: the ID to continue after; null at the end. */
  page: (session: Session, search: Search, page: Page) => Promise<{ items: NamingPart[]; last: number | null }>
  /** Returns those of the parts that name the person. */
  named: (session: Session, search: Search, ids: readonly number[]) => Promise<NamingPart[]>
  /** Returns what was erased; null if nothing was left to erase. */
  erase: (session: Session, search: Search, id: number) => Promise<string | null>
}

/** At most `limit` rows with an ID above `after`. */
export interface Page {
  after: number
  limit: number
}

/** An empty list is not valid SQL. */
const NO_ID = 0

const links: PartsOfKind = {
  async page(session, search, page) {
    const { after, limit } = page
    const own = session.db.selectFrom('memory_links').selectAll().where('id', '>', after).orderBy('id').limit(limit)
    const found = new Map<number, LinkRow>()
    for (const end of ['from_id', 'to_id'] as const)
      for (const row of await own.where(end, 'in', [NO_ID, ...search.person.objects]).execute()) found.set(row.id, row)
    for (const row of await pageContaining<LinkRow>(session, 'link', search.named, page)) found.set(row.id, row)
    return paged(firstRows(found, page), page, rows => showLinks(session, search, rows))
  },
  named: async (session, search, ids) => await showLinks(session, search, await rowsOf<LinkRow>(session, 'link', ids)),
  async erase(session, search, id) {
    const [link] = await rowsOf<LinkRow>(session, 'link', [id])
    const erased = link && namedInLink(search, link)
    if (!erased) return null
    if (erased === 'source') await storeLink(session, { ...link, source: null })
    else await deleteLinks(session, [id])
    return erased
  }
}

/** A fact about the person is deleted; of one that only its source connects with the person, the source is. */
function namedInLink({ person, named }: Search, { from_id, to_id, fact, relation, source }: LinkRow): 'link' | 'source' | null {
  if (person.objects.includes(from_id) || person.objects.includes(to_id) || named.isIn(`${relation} ${fact}`)) return 'link'
  return source !== null && named.isIn(source) ? 'source' : null
}

async function showLinks(session: Session, search: Search, rows: readonly LinkRow[]): Promise<NamingPart[]> {
  const named = rows.filter(row => namedInLink(search, row) !== null)
  const shown = await linkOutputs(session, named)
  return shown.map(({ id, from, relation, to, fact, source }, index) => {
    const row = named[index]
    const isSource = row && namedInLink(search, row) === 'source'
    return { id: Number(id), text: isSource ? `Source of a fact: ${source}` : `${from} -[${relation}]-> ${to}: ${fact}` }
  })
}

/** The texts of objects that stay. */
const texts: PartsOfKind = {
  async page(session, search, page) {
    const { after, limit } = page
    const found = new Map<number, ObjectRow>()
    for (const row of await pageContaining<ObjectRow>(session, 'object', search.named, page)) found.set(row.id, row)
    const own = session.db.selectFrom('memory_objects').selectAll().where('namespace_id', '=', session.namespace)
    const ofType = own.where('type', 'in', ['', ...search.person.types])
    for (const row of await ofType.where('id', '>', after).orderBy('id').limit(limit).execute()) found.set(row.id, row)
    return paged(firstRows(found, page), page, async rows => showTexts(search, rows))
  },
  named: async (session, search, ids) => showTexts(search, await rowsOf<ObjectRow>(session, 'object', ids)),
  async erase(session, search, id) {
    const [object] = await rowsOf<ObjectRow>(session, 'object', [id])
    const erased = object ? namedInTexts(search, object) : []
    if (!object || erased.length === 0) return null
    const { isIn } = search.named
    await storeObject(session, {
      ...object,
      ...(erased.includes('summary') && { summary: '' }),
      ...(erased.includes('type') && { type: null, type_key: null }),
      attributes: JSON.stringify(attributesIn(object.attributes).filter(({ name, value }) => !isIn(`${name} ${value}`))),
      aliases: JSON.stringify(aliasesIn(object.aliases).filter(alias => !isIn(alias))),
      updated_at: session.now
    })
    return erased.join(', ')
  }
}

/** Names the texts of an object that name the person. None if the object is itself to be deleted. */
function namedInTexts({ person, named }: Search, { id, summary, type, attributes, aliases }: ObjectRow): string[] {
  if (person.objects.includes(id)) return []
  return [
    ...(named.isIn(summary) ? ['summary'] : []),
    ...(type !== null && named.isIn(type) ? ['type'] : []),
    ...(attributesIn(attributes).some(({ name, value }) => named.isIn(`${name} ${value}`)) ? ['attributes'] : []),
    ...(aliasesIn(aliases).some(named.isIn) ? ['aliases'] : [])
  ]
}

const showTexts = (search: Search, rows: readonly ObjectRow[]): NamingPart[] =>
  rows.flatMap(row => {
    const found = namedInTexts(search, row)
    return found.length === 0 ? [] : { id: row.id, text: `Of ${row.name}: its ${found.join(', ')}` }
  })

/** Records of texts whose title or source names the person. Facts from them that name others only stay. */
const episodes: PartsOfKind = {
  async page({ db, namespace }, search, { after, limit }) {
    const own = db.selectFrom('memory_episodes').selectAll().where('namespace_id', '=', namespace)
    const rows = await own.where('id', '>', after).orderBy('id').limit(limit).execute()
    return paged(rows, { after, limit }, async rows => showEpisodes(search, rows))
  },
  named: async ({ db, namespace }, search, ids) =>
    showEpisodes(
      search,
      await db
        .selectFrom('memory_episodes')
        .selectAll()
        .where('namespace_id', '=', namespace)
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
    ),
  async erase(session, search, id) {
    if ((await episodes.named(session, search, [id])).length === 0) return null
    await removeEpisodes(session, [id])
    return 'episode'
  }
}

const showEpisodes = ({ named }: Search, rows: readonly { id: number; title: string; source: string | null }[]): NamingPart[] =>
  rows
    .filter(({ title, source }) => named.isIn(title) || (source !== null && named.isIn(source)))
    .map(({ id, title }) => ({ id, text: `Record of a text: ${title}` }))

/** The objects of the person, with whatever links they have by then. */
const objects: PartsOfKind = {
  async page(session, { person }, page) {
    const ids = person.objects.filter(id => id > page.after).toSorted((a, b) => a - b)
    return paged(await rowsOf<ObjectRow>(session, 'object', ids.slice(0, page.limit)), page, rows => showObjects(session, rows))
  },
  named: async (session, { person }, ids) =>
    await showObjects(
      session,
      await rowsOf<ObjectRow>(
        session,
        'object',
        ids.filter(id => person.objects.includes(id))
      )
    ),
  async erase(session, { person }, id) {
    const [object] = person.objects.includes(id) ? await rowsOf<ObjectRow>(session, 'object', [id]) : []
    if (!object) return null
    await removeObject(session, id, await endsOf(session, id))
    return 'object'
  }
}

async function showObjects(session: Session, rows: readonly ObjectRow[]): Promise<NamingPart[]> {
  const items: NamingPart[] = []
  for (const { id, name, type } of rows) {
    const links = (await endsOf(session, id)).length
    items.push({ id, text: `${name}${type === null ? '' : ` (${type})`}, with ${counted(links, 'link')}` })
  }
  return items
}

export const PARTS: Readonly<Record<PartKind, PartsOfKind>> = { link: links, text: texts, episode: episodes, object: objects }

/** Returns the next objects or links that contain all words of a name, in the order of their IDs. */
export async function pageContaining<Row extends { id: number }>(session: Session, kind: Kind, { queries }: Named, page: Page) {
  const { db, texts, namespace } = session
  const found = new Map<number, Row>()
  const [index, table] = [sql.table(tableOf(kind)), sql.table(`memory_${kind}s`)]
  for (const words of queries) {
    const match = texts.match(kind, namespace, { words, every: true })
    const query = sql<Row>`select o.* from ${index} cross join ${table} o where ${match.where} and o.id = ${match.id}
      and o.namespace_id = ${namespace} and ${match.id} > ${page.after} order by ${match.id} limit ${page.limit}`
    for (const row of (await query.execute(db)).rows) found.set(row.id, row)
  }
  return firstRows(found, page)
}

/** Each source returned its first rows or all, so no row before the last of this page is missing. */
const firstRows = <Row extends { id: number }>(rows: ReadonlyMap<number, Row>, { limit }: Page): Row[] =>
  [...rows.values()].toSorted((a, b) => a.id - b.id).slice(0, limit)

const paged = async <Row extends { id: number }>(
  rows: readonly Row[],
  { limit }: Page,
  show: (rows: readonly Row[]) => Promise<NamingPart[]>
) => ({ items: await show(rows), last: rows.length === limit ? (rows.at(-1)?.id ?? null) : null })

async function rowsOf<Row>({ db, namespace }: Session, kind: Kind, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const table = sql.table(`memory_${kind}s`)
  return (await sql<Row>`select * from ${table} where namespace_id = ${namespace} and id in (${sql.join(ids)}) order by id`.execute(db))
    .rows
}
