import { sql } from 'kysely'
import type { Kind } from '../store/database/word-index.ts'
import { keyOf, relationKeyOf } from '../store/fold.ts'
import type { Session } from '../store/session.ts'
import { parseQuery, type Word } from '../store/terms.ts'
import { type AsOf, holding } from './as-of.ts'
import { invalidValue } from './errors.ts'
import { type LinkRow, linkOutputs } from './links/rows.ts'
import { MAX_PARAMETERS, type ObjectRow, objectOutput } from './objects/rows.ts'
import { scoresOf, type WeightedWord } from './scores.ts'
import { countAll, countMatches, findMatches, type Match } from './text-matches.ts'
import { nearest, type QueryVector } from './vectors.ts'

export interface SearchInput extends AsOf {
  query: string
  match: 'all' | 'any'
  kind?: Kind | undefined
  type?: string | undefined
  relation?: string | undefined
  offset: number
  limit: number
  /** Embedding of the query, for a second ranking by meaning. */
  vector?: QueryVector | undefined
}

/** Maximum number of matches of each kind to rank. */
const MAX_RANKED = 2000
/** Objects and links are counted up to these numbers. A word that more contain distinguishes nothing. */
const MAX_COUNTED = 100_000
const MAX_COUNTED_MATCHES = 20_000

/** Maximum number of words of a query that count. Each takes a database query. */
const MAX_WORDS = 100

/** Searches objects and links, best match first. `omitted_words`: how many words of the query do not count. */
export async function search(session: Session, input: SearchInput) {
  const all = parseQuery(input.query)
  const words = firstWords(all)
  if (words.length === 0) throw invalidValue('query', 'contains no words', 'letters or digits')
  const kinds = (['object', 'link'] as const).filter(kind => wants(input, kind))
  const weighted = await weigh(session, kinds, words)
  const found: ({ kind: Kind } & Candidates)[] = []
  for (const kind of kinds) found.push({ kind, ...(await candidates(session, kind, weighted, input)) })
  const byWords = await rank(weighted, found)
  const byMeaning = input.vector ? await rankByMeaning(session, kinds, input.vector, input) : []
  const ranked = byMeaning.length === 0 ? byWords : fuse(byWords, byMeaning, input.match)
  return {
    items: await toItems(session, ranked.slice(input.offset, input.offset + input.limit), input),
    total: { value: ranked.length, relation: found.every(({ complete }) => complete) ? ('eq' as const) : ('gte' as const) },
    omitted_words: all.length - words.length
  }
}

/** Returns the first words of a query. Pairs of characters come last in it, so half of the number is reserved for them. */
function firstWords(words: readonly Word[]): Word[] {
  const [parts, pairs] = [words.filter(({ optional }) => !optional), words.filter(({ optional }) => optional)]
  const reserved = Math.min(pairs.length, Math.max(MAX_WORDS / 2, MAX_WORDS - parts.length))
  return [...parts.slice(0, MAX_WORDS - reserved), ...pairs.slice(0, reserved)]
}

/** A word of a query, and how many objects and links contain it. */
interface CountedWord extends WeightedWord {
  counts: Readonly<Record<Kind, number>>
}

/** Weighs words as BM25 does: the rarer, the more. */
async function weigh(session: Session, kinds: readonly Kind[], words: readonly Word[]): Promise<CountedWord[]> {
  let all = 0
  for (const kind of kinds) all += await countAll(session, kind, MAX_COUNTED)
  const weighted: CountedWord[] = []
  for (const word of words) {
    const counts = { object: 0, link: 0 }
    for (const kind of kinds) counts[kind] = await countMatches(session, kind, word, MAX_COUNTED_MATCHES)
    const containing = Math.min(all, counts.object + counts.link)
    weighted.push({ ...word, counts, weight: Math.log(1 + (all - containing + 0.5) / (containing + 0.5)) })
  }
  return weighted
}

interface Candidates {
  matches: readonly Match[]
  /** Whether these are all matches. */
  complete: boolean
}

/**
 * Returns what to rank. If more match than can be ranked: first what contains all words, then what contains the rarest ones, always the
 * latest first.
 */
async function candidates(session: Session, kind: Kind, words: readonly CountedWord[], input: SearchInput): Promise<Candidates> {
  const where = conditionOf(session, kind, input)
  const find = (some: readonly Word[], every: boolean, limit = MAX_RANKED) =>
    findMatches(session, kind, { words: some, every, limit, where })
  const required = words.filter(({ optional }) => !optional)
  if (input.match === 'all') return toCandidates(await find(required.length > 0 ? required : words, true))
  const present = words.filter(({ counts }) => counts[kind] > 0)
  if (present.reduce((sum, { counts }) => sum + counts[kind], 0) < MAX_RANKED || present.length === 1)
    return toCandidates(await find(present, false))
  const found = new Map((await find(present, true)).map(match => [match.id, match]))
  for (const word of present.toSorted((a, b) => a.counts[kind] - b.counts[kind])) {
    if (found.size >= MAX_RANKED) break
    for (const match of await find([word], false)) if (found.size < MAX_RANKED) found.set(match.id, match)
  }
  return toCandidates([...found.values()])
}

const toCandidates = (matches: readonly Match[]): Candidates => ({ matches, complete: matches.length < MAX_RANKED })

interface Ranked {
  id: number
  kind: Kind
  score: number
}

async function rank(words: readonly WeightedWord[], found: readonly { kind: Kind; matches: readonly Match[] }[]): Promise<Ranked[]> {
  const all = found.flatMap(({ kind, matches }) => matches.map(match => ({ kind, match })))
  const scores = await scoresOf(
    words,
    all.map(({ match }) => match)
  )
  const ranked = all.map(({ kind, match }, index) => ({ id: match.id, kind, score: scores[index] ?? 0 }))
  // On equal scores, objects come before links, and later ones first.
  return ranked.sort((a, b) => b.score - a.score || (a.kind === b.kind ? b.id - a.id : a.kind === 'object' ? -1 : 1))
}

async function rankByMeaning(session: Session, kinds: readonly Kind[], query: QueryVector, input: SearchInput): Promise<Ranked[]> {
  const found: Ranked[] = []
  for (const kind of kinds)
    for (const { id, score } of await nearest(session, kind, query, conditionOf(session, kind, input))) found.push({ id, kind, score })
  return found.sort((a, b) => b.score - a.score)
}

/** Damps the difference between the first ranks, as usual for reciprocal rank fusion. */
const RANK_OFFSET = 60

/**
 * Joins two rankings by their ranks, because scores of words and of meaning cannot be compared. A result that is first in both scores 1. If
 * every word must match, the ranking by meaning adds no results.
 */
function fuse(byWords: readonly Ranked[], byMeaning: readonly Ranked[], match: SearchInput['match']): Ranked[] {
  const keyOf = ({ kind, id }: Ranked): string => `${kind}-${id}`
  const found = new Map(byWords.map(one => [keyOf(one), { ...one, score: 0 }]))
  if (match === 'any') for (const one of byMeaning) if (!found.has(keyOf(one))) found.set(keyOf(one), { ...one, score: 0 })
  for (const ranking of [byWords, byMeaning])
    for (const [rank, one] of ranking.entries()) {
      const fused = found.get(keyOf(one))
      if (fused) fused.score += (RANK_OFFSET + 1) / (RANK_OFFSET + 1 + rank) / 2
    }
  return [...found.values()].sort((a, b) => b.score - a.score)
}

/** A filter that only one kind has excludes the other kind. */
function wants({ kind, type, relation }: SearchInput, wanted: Kind): boolean {
  if (kind !== undefined) return kind === wanted
  return wanted === 'object' ? relation === undefined : type === undefined
}

const conditionOf = (session: Session, kind: Kind, input: SearchInput) => (kind === 'object' ? ofType(input) : ofRelation(session, input))

const ofType = ({ type }: SearchInput) => (type === undefined ? sql`true` : sql`o.type_key = ${keyOf(type)}`)

const ofRelation = ({ now }: Session, { relation, ...time }: SearchInput) =>
  relation === undefined ? holding(time, now, 'o') : sql`${holding(time, now, 'o')} and o.relation_key = ${relationKeyOf(relation)}`

async function toItems(session: Session, page: Ranked[], { known_at }: AsOf) {
  const idsOf = (kind: Kind): number[] => page.filter(found => found.kind === kind).map(({ id }) => id)
  const objects = await rows<ObjectRow>(session, 'memory_objects', idsOf('object'))
  const links = await linkOutputs(session, await rows<LinkRow>(session, 'memory_links', idsOf('link')), known_at)
  const objectAt = new Map(objects.map(object => [object.id, objectOutput(object)]))
  const linkAt = new Map(links.map(link => [Number(link.id), link]))
  return page.map(({ kind, id, score }) => ({
    kind,
    score: Math.round(score * 1000) / 1000,
    object: kind === 'object' ? (objectAt.get(id) ?? null) : null,
    link: kind === 'link' ? (linkAt.get(id) ?? null) : null
  }))
}

async function rows<Row>({ db }: Session, table: string, ids: number[]): Promise<Row[]> {
  if (ids.length === 0 || ids.length > MAX_PARAMETERS) return []
  return (await sql<Row>`select * from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)).rows
}
