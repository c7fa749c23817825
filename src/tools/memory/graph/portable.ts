import { shown } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import type { LinkRead, ObjectRead } from './lines.ts'
import { type LinkRow, linksOf, putLink, relationNamed } from './links.ts'
import { attributesIn, ensureObject, findObject, insertObject, namesOf, newObject } from './objects.ts'
import { isEmpty, iso, isoOrNull, isSame, overlap } from './time.ts'
import { MOST_TOLD } from './told.ts'

/** Where an export goes on: objects come first. */
export interface Place {
  kind: 'object' | 'link'
  after: number
}

/** Lines of JSON that hold a part of the graph, and where the next part begins; null after the last. */
export async function exportPart(
  session: Session,
  { kind, after, most }: Place & { most: number }
): Promise<{ lines: string; next: Place | null }> {
  const table = kind === 'object' ? 'memory_objects' : 'memory_links'
  const query = session.db.selectFrom(table).where('namespace_id', '=', session.namespace).where('id', '>', after).orderBy('id').limit(most)
  const ids = (await query.select('id').execute()).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : kind === 'object' ? await objectLines(session, ids) : await linkLines(session, ids)
  const last = ids.at(-1)
  const next: Place | null =
    ids.length === most && last !== undefined ? { kind, after: last } : kind === 'object' ? { kind: 'link', after: 0 } : null
  return { lines: rows.map(row => `${JSON.stringify(row)}\n`).join(''), next }
}

async function objectLines({ db }: Session, ids: number[]) {
  const rows = await db.selectFrom('memory_objects').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ name, type, summary, attributes, created_at, updated_at }) => ({
    kind: 'object',
    name,
    type,
    summary,
    attributes: attributesIn(attributes),
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

/** Lines of an import, or some of them: `first` is the number of the first. */
export interface Lines {
  text: string
  first: number
}

/** Refuses lines of which one is wrong. */
export async function checkLines({ now }: Session, { text, first }: Lines): Promise<void> {
  const { linesIn } = await lineReader()
  for (const _line of linesIn(text, first, now));
}

/** Loaded by those who read lines: the library of its schemas takes as long to load as all else of a thread. */
const lineReader = () => import('./lines.ts')

/** Takes lines into the graph, all or none. What is there already is kept. */
export async function importLines(session: Session, { text, first }: Lines) {
  const told = { objects_created: 0, objects_known: 0, links_created: 0, links_known: 0, dropped_total: 0 }
  const dropped: { line: number; reason: string }[] = []
  const { linesIn } = await lineReader()
  for (const line of linesIn(text, first, session.now)) {
    if (line.kind === 'object') told[(await takeObject(session, line)) ? 'objects_created' : 'objects_known']++
    else {
      const became = await takeLink(session, line)
      if (became === 'dropped') {
        told.dropped_total++
        if (dropped.length < MOST_TOLD) dropped.push({ line: line.line, reason: 'the same link holds in a part of that time already' })
      } else told[became]++
    }
  }
  return { ...told, dropped }
}

/** Reads the first graph of a namespace, once. */
export async function open(session: Session, { text }: { text: string }) {
  if (session.fresh && text !== '') await importLines(session, { text, first: 1 })
  return { fresh: session.fresh }
}

async function takeObject(session: Session, { name, type, summary, attributes, created_at, updated_at }: ObjectRead): Promise<boolean> {
  if (await findObject(session, name)) return false
  const about = { summary, attributes, ...(type !== null && { type }) }
  const made = created_at ?? updated_at ?? session.now
  await insertObject(session, { ...newObject(session, name, about), created_at: made, updated_at: updated_at ?? made })
  return true
}

async function takeLink(session: Session, line: LinkRead): Promise<'links_created' | 'links_known' | 'dropped'> {
  const [from, to] = [(await ensureObject(session, line.from)).object, (await ensureObject(session, line.to)).object]
  const triple = { from_id: from.id, relation: line.relation, to_id: to.id }
  const earlier: LinkRow[] = await linksOf(session, triple)
  if (earlier.some(link => isKnown(link, line))) return 'links_known'
  if (earlier.some(link => overlap(link, line))) return 'dropped'
  const { valid_at, invalid_at, planned_at, expired_at, source } = line
  await putLink(session, {
    namespace_id: session.namespace,
    ...{ from_id: from.id, to_id: to.id, valid_at, invalid_at, planned_at, expired_at, source },
    ...relationNamed(line.relation),
    fact: line.fact ?? `${from.name} ${shown(line.relation)} ${to.name}`,
    created_at: line.created_at ?? session.now
  })
  return 'links_created'
}

/** Several may have ended as they began, at the same time: those are told apart by when they were recorded. */
const isKnown = (link: LinkRow, line: LinkRead): boolean =>
  isSame(link, line) && (!isEmpty(line) || line.created_at === null || line.created_at === link.created_at)
