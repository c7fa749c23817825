import { setImmediate } from 'node:timers/promises'
import { termsIn, type Word } from '../store/terms.ts'
import type { Match } from './text-matches.ts'

/** A word of a query, and how much it distinguishes: the fewer objects and links contain it, the more. */
export interface WeightedWord extends Word {
  weight: number
}

/** Saturation of repeated words, and the share of the length of a text in its score, as in BM25. */
const K1 = 0.9
const B = 0.5
/** Weights of the fields: a word in a name counts more than one in a text, and one in an attribute or a source less. */
const FIELDS = { name: 2.5, text: 1, details: 0.6 } as const
type Field = keyof typeof FIELDS

/** Added to an object whose name consists of the words of the query, as a multiple of their weight. */
const EXACT = 2
/** Share of an object's name in the score of its links, if the query contains the whole name. */
const NAMED = 1.5
/** Share of the best neighbor in the score. */
const SPREAD = 0.5

/** Texts to score, or milliseconds to pass, before yielding: with PostgreSQL, scoring runs on the event loop of the gateway. */
const YIELD_EVERY = 20
const YIELD_AFTER_MS = 10

/** Returns the score of each match, in their order. Depends on the words, the matches and the weights only, not on the database. */
export async function scoresOf(words: readonly WeightedWord[], matches: readonly Match[]): Promise<number[]> {
  const find = finderOf(words)
  const contents = await eachYielding(matches, match => contentOf(words.length, find, match))
  const average = averageLengths(contents)
  const own = await eachYielding(contents, content => ownScore(words, content, average))
  const names = new Map(matches.flatMap(({ ends }) => ends).map(({ id, name }) => [id, name]))
  const named = new Map(await eachYielding([...names], ([id, name]) => [id, nameScore(words, find, name)] as const))
  const bestAt = bestAtObjects(matches, own)
  return matches.map(({ ends, id }, index) => {
    const ownObjects = ends.length === 0 ? [id] : ends.map(end => end.id)
    const neighbors = Math.max(...ownObjects.map(object => bestNeighbor(bestAt.get(object) ?? [], index)))
    return (own[index] ?? 0) + Math.max(0, ...ends.map(end => named.get(end.id) ?? 0)) + SPREAD * neighbors
  })
}

export async function eachYielding<One, Result>(all: readonly One[], work: (one: One) => Result): Promise<Result[]> {
  const results: Result[] = []
  let since = performance.now()
  for (const [index, one] of all.entries()) {
    if (index % YIELD_EVERY === YIELD_EVERY - 1 || performance.now() - since > YIELD_AFTER_MS) {
      await setImmediate()
      since = performance.now()
    }
    results.push(work(one))
  }
  return results
}

/** How often a match contains each word of the query, and how long it is, by field. */
interface Content {
  counts: Readonly<Record<Field, readonly number[]>>
  lengths: Readonly<Record<Field, number>>
}

function contentOf(words: number, find: Finder, { name, text, details }: Match): Content {
  const fields = { name: termsIn(name ?? ''), text: termsIn(text), details: termsIn(details) }
  const counts = (terms: readonly string[][]): number[] => {
    const found = new Array<number>(words).fill(0)
    for (const forms of terms) for (const index of find(forms)) found[index] = (found[index] ?? 0) + 1
    return found
  }
  return {
    counts: { name: counts(fields.name), text: counts(fields.text), details: counts(fields.details) },
    lengths: { name: fields.name.length, text: fields.text.length, details: fields.details.length }
  }
}

/** Returns the indexes of the words of the query that a term of a text matches, given the forms of the term. */
type Finder = (forms: readonly string[]) => ReadonlySet<number>

function finderOf(words: readonly Word[]): Finder {
  const byForm = new Map<string, number[]>()
  const prefixes: { form: string; index: number }[] = []
  for (const [index, { forms, prefix }] of words.entries())
    for (const form of forms) {
      if (prefix) prefixes.push({ form, index })
      else byForm.set(form, [...(byForm.get(form) ?? []), index])
    }
  return forms => {
    const found = new Set<number>()
    for (const one of forms) for (const index of byForm.get(one) ?? []) found.add(index)
    for (const { form, index } of prefixes) if (forms.some(one => one.startsWith(form))) found.add(index)
    return found
  }
}

const NAMES: readonly Field[] = ['name', 'text', 'details']

function averageLengths(contents: readonly Content[]): Record<Field, number> {
  const average = (field: Field): number =>
    contents.reduce((sum, { lengths }) => sum + lengths[field], 0) / Math.max(1, contents.length) || 1
  return { name: average('name'), text: average('text'), details: average('details') }
}

/** BM25 over weighted fields. */
function ownScore(words: readonly WeightedWord[], { counts, lengths }: Content, average: Record<Field, number>): number {
  let score = 0
  for (const [index, { weight }] of words.entries()) {
    let frequency = 0
    for (const field of NAMES) frequency += (FIELDS[field] * (counts[field][index] ?? 0)) / (1 - B + (B * lengths[field]) / average[field])
    score += (weight * frequency * (K1 + 1)) / (frequency + K1)
  }
  const isName = lengths.name > 0 && words.every(({ prefix, optional }, index) => optional || (!prefix && (counts.name[index] ?? 0) > 0))
  const isWhole = isName && lengths.name <= words.length
  return score + (isWhole ? EXACT * words.reduce((sum, { weight }) => sum + weight, 0) : 0)
}

/** Returns what the name of a link's object adds to its score: nothing unless the query contains the whole name. */
function nameScore(words: readonly WeightedWord[], find: Finder, name: string): number {
  const terms = termsIn(name)
  if (terms.length === 0) return 0
  let score = 0
  for (const forms of terms) {
    const word = words[Math.min(...find(forms))]
    if (!word) return 0
    score += word.weight
  }
  return (NAMED * score) / terms.length
}

interface Scored {
  index: number
  score: number
}

/** Returns the links at each object, the best first. */
function bestAtObjects(matches: readonly Match[], scores: readonly number[]): Map<number, Scored[]> {
  const found = new Map<number, Scored[]>()
  for (const [index, { ends }] of matches.entries()) {
    for (const id of new Set(ends.map(end => end.id))) {
      const known = found.get(id) ?? []
      known.push({ index, score: scores[index] ?? 0 })
      found.set(id, known)
    }
  }
  for (const links of found.values()) links.sort((a, b) => b.score - a.score)
  return found
}

/** Returns the score of the best other link. The more links match at an object, the less that reveals about each. */
function bestNeighbor(links: readonly Scored[], index: number): number {
  const best = links.find(link => link.index !== index)
  return best ? best.score / (1 + Math.log(links.length)) : 0
}
