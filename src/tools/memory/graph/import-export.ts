import { MAX_REPORTED_DROPS } from '../limits.ts'
import { displayName } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import type { LinkRead, ObjectRead } from './import-lines.ts'
import { insertLinkRow, type LinkRow, linksOf, relationColumns } from './links/rows.ts'
import { aliasesIn, joinAliases } from './objects/aliases.ts'
import { attributesIn } from './objects/attributes.ts'
import { ensureObject, findObject, insertObject, namesOf, newObject } from './objects/rows.ts'
import { isEmpty, iso, isoOrNull, isSame, overlap } from './time.ts'

/** Position at which an export continues. Objects come before links. */
export interface ExportPosition {
  kind: 'object' | 'link'
  after: number
}

/** Returns part of the graph as JSON Lines, and where the next part starts; null after the last one. */
export async function exportPart(
  session: Session,
  { kind, after, limit }: ExportPosition & { limit: number }
): Promise<{ lines: string; next: ExportPosition | null }> {
  const table = kind === 'object' ? 'memory_objects' : 'memory_links'
  const query = session.db
    .selectFrom(table)
    .where('namespace_id', '=', session.namespace)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  const ids = (await query.select('id').execute()).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : kind === 'object' ? await objectLines(session, ids) : await linkLines(session, ids)
  const last = ids.at(-1)
  const next: ExportPosition | null =
    ids.length === limit && last !== undefined ? { kind, after: last } : kind === 'object' ? { kind: 'link', after: 0 } : null
  return { lines: rows.map(row => `${JSON.stringify(row)}\n`).join(''), next }
}

async function objectLines({ db }: Session, ids: number[]) {
  const rows = await db.selectFrom('memory_objects').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ name, type, summary, attributes, aliases, created_at, updated_at }) => ({
    kind: 'object',
    name,
    type,
    summary,
    attributes: attributesIn(attributes),
    ...(aliasesIn(aliases).length > 0 && { aliases: aliasesIn(aliases) }),
    created_at: iso(created_at),
    updated_at: iso(updated_at)
  }))
}

async function linkLines(session: Session, ids: number[]) {
  const rows = await session.db.selectFrom('memory_links').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const names = await namesOf(session, [...new Set(rows.flatMap(({ from_id, to_id }) => [from_id, to_id]))])
  return rows.map(({ from_id, relation, to_id, fact, source, ...times }) => ({
    kind: 'link',
    from: names.get(from_id),
    relation,
    to: names.get(to_id),
    fact,
    valid_at: isoOrNull(times.valid_at),
    invalid_at: isoOrNull(times.invalid_at),
    planned_at: isoOrNull(times.planned_at),
    created_at: iso(times.created_at),
    expired_at: isoOrNull(times.expired_at),
    source
  }))
}

/** Lines of an import. `first` is the number of the first line. */
export interface Lines {
  text: string
  first: number
}

/** Throws if a line is invalid. */
export async function checkLines({ now }: Session, { text, first }: Lines): Promise<void> {
  const { parseLines: linesIn } = await loadLineParser()
  for (const _line of linesIn(text, first, now));
}

/** Loaded only by imports: the schema library takes as long to load as the rest of a thread. */
const loadLineParser = () => import('./import-lines.ts')

/** Part of the objects and links that lines contain. One line may have thousands. */
interface LinesPart extends Lines {
  /** Number of objects and links that were imported before. Default: 0. */
  skip?: number
  /** Maximum number of objects and links to import. Default: all. */
  limit?: number
}

/** Adds lines to the graph, all or none. Existing objects and links are not changed. Returns the next value of `skip`; null after the last one. */
export async function importLines(session: Session, { text, first, skip = 0, limit = Number.POSITIVE_INFINITY }: LinesPart) {
  const counts = { objects_created: 0, objects_known: 0, links_created: 0, links_known: 0, dropped_total: 0 }
  const dropped: { line: number; reason: string }[] = []
  const { parseLines: linesIn } = await loadLineParser()
  let index = 0
  for (const line of linesIn(text, first, session.now)) {
    if (index === skip + limit) return { ...counts, dropped, next: index }
    if (index++ < skip) continue
    if (line.kind === 'object') counts[(await importObject(session, line)) ? 'objects_created' : 'objects_known']++
    else {
      const outcome = await importLink(session, line)
      if (outcome === 'dropped') {
        counts.dropped_total++
        if (dropped.length < MAX_REPORTED_DROPS)
          dropped.push({ line: line.line, reason: 'the same link already holds during part of that time' })
      } else counts[outcome]++
    }
  }
  return { ...counts, dropped, next: null }
}

/** Imports the initial graph of a namespace, once. */
export async function open(session: Session, { text }: { text: string }) {
  if (session.fresh && text !== '') await importLines(session, { text, first: 1 })
  return { fresh: session.fresh }
}

async function importObject(session: Session, { name, type, summary, attributes, aliases, ...times }: ObjectRead): Promise<boolean> {
  if (await findObject(session, name)) return false
  const { created_at, updated_at } = times
  const about = { summary, attributes, aliases: await freeNames(session, joinAliases(name, aliases)), ...(type !== null && { type }) }
  const createdAt = created_at ?? updated_at ?? session.now
  await insertObject(session, { ...newObject(session, name, about), created_at: createdAt, updated_at: updated_at ?? createdAt })
  return true
}

/** Returns the names that find no object yet. */
async function freeNames(session: Session, names: readonly string[]): Promise<string[]> {
  const free: string[] = []
  for (const name of names) if (!(await findObject(session, name))) free.push(name)
  return free
}

async function importLink(session: Session, line: LinkRead): Promise<'links_created' | 'links_known' | 'dropped'> {
  const [from, to] = [(await ensureObject(session, line.from)).object, (await ensureObject(session, line.to)).object]
  const triple = { from_id: from.id, relation: line.relation, to_id: to.id }
  const earlier: LinkRow[] = await linksOf(session, triple)
  if (earlier.some(link => isKnown(link, line))) return 'links_known'
  if (earlier.some(link => overlap(link, line))) return 'dropped'
  const { valid_at, invalid_at, planned_at, expired_at, source } = line
  await insertLinkRow(session, {
    namespace_id: session.namespace,
    from_id: from.id,
    to_id: to.id,
    valid_at,
    invalid_at,
    planned_at,
    expired_at,
    source,
    ...relationColumns(line.relation),
    fact: line.fact ?? `${from.name} ${displayName(line.relation)} ${to.name}`,
    created_at: line.created_at ?? session.now
  })
  return 'links_created'
}

/** Several links may have ended at the time they started; they differ in when they were recorded. */
const isKnown = (link: LinkRow, line: LinkRead): boolean =>
  isSame(link, line) && (!isEmpty(line) || line.created_at === null || line.created_at === link.created_at)
