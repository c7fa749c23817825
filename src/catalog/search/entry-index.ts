import { isActionConcept, isOtherField, type Word, wordsOf } from './words.ts'

// The index of the search: the words of each entry by field, and the phrases that users have for it.

/** The searched texts of an operation. */
export interface Entry {
  id: string
  name: string
  summary: string
  description: string
  /** Phrases that people use for it. */
  asked_as: readonly string[]
  /** Names of its parameters. */
  parameters: readonly string[]
  /** Words for the system it belongs to, and the group. */
  system: string
  /** Acts on many items. */
  bulk: boolean
  reads: boolean
  /** IDs of related entries. */
  related: readonly string[]
}

/** Weights of the fields, and how much the length of each counts (0: not at all). */
const FIELDS = {
  name: { weight: 3, b: 0.4 },
  summary: { weight: 2.5, b: 0.4 },
  asked_as: { weight: 2.5, b: 0.3 },
  system: { weight: 1.2, b: 0.3 },
  description: { weight: 0.5, b: 0.7 },
  parameters: { weight: 0.35, b: 0.7 }
} as const
type Field = keyof typeof FIELDS
const FIELD_NAMES: readonly Field[] = ['name', 'summary', 'asked_as', 'system', 'description', 'parameters']

/** Saturation of a term that an entry contains often (k1 of BM25). */
const SATURATION = 1.2

export interface Posting {
  entry: number
  /** 0 to 1: frequency of the term in all fields, saturated. */
  strength: number
}

export interface Phrase {
  entry: number
  mass: number
}

/** Returns the word as an action if it can be one: "list" is not a column where a verb is expected. */
export function asVerb(word: Word): Word {
  const terms = [...word.terms].filter(([term]) => !term.startsWith('#') || isActionConcept(term))
  return word.action || word.text.includes(' ') || !terms.some(([term]) => isActionConcept(term))
    ? word
    : { ...word, terms: new Map(terms), action: true }
}

export const asVerbFirst = ([first, ...rest]: Word[]): Word[] => (first ? [asVerb(first), ...rest] : [])

const textOf = (entry: Entry, field: Field): string => {
  const value = entry[field]
  if (typeof value !== 'string') return value.join('\n')
  return field === 'name' ? splitName(value) : value
}

/** Returns the words of an identifier, such as `snake_case`, `camelCase` or `URLReader`. */
export const splitName = (name: string): string => name.replace(/\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll}{2})/gu, '$& ').replaceAll('_', ' ')

/** Whether a word of a phrase belongs to the task. Names such as "Bob" are only examples. */
const isGeneral = ({ kind, terms }: Word): boolean => kind !== 'name' || terms.size > 1

/** Names of other operations in a description: they describe those. */
const OTHER_NAMES = /\b[a-z]+_[a-z_]+\b/g

const distinct = new Map<string, Word>()

/** Returns the words of a text of an entry. Equal ones are the same object: the texts of all entries consist of a few thousand. */
const sharedWordsOf = (text: string): Word[] =>
  wordsOf(text).map(word => {
    const key = JSON.stringify([word, [...word.terms]])
    const known = distinct.get(key)
    if (!known) distinct.set(key, word)
    return known ?? word
  })

interface Analysis {
  /** The words of each field, as in FIELD_NAMES. */
  fields: Word[][]
  /** The words of each phrase that the entry is known by. */
  phrases: Word[][]
}

const analyzed = new WeakMap<Entry, Analysis>()

/** Returns the words of an entry, which is analyzed once: callers with other scopes search other lists of the same ones. */
export function analyze(entry: Entry): Analysis {
  const known = analyzed.get(entry)
  if (known) return known
  const asked = entry.asked_as.map(phrase => sharedWordsOf(phrase).filter(isGeneral))
  const fields = FIELD_NAMES.map(field => {
    const text = textOf(entry, field)
    if (field === 'asked_as') return asked.flat()
    if (field === 'name' || field === 'summary') return asVerbFirst(sharedWordsOf(text.replaceAll('_', ' ')))
    return sharedWordsOf(field === 'description' ? text.replace(OTHER_NAMES, ' ') : text.replaceAll('_', ' '))
  })
  const own = `${entry.system.split(' ')[0]} ${splitName(entry.name)}`
  const phrases = [...[own, entry.summary].map(text => sharedWordsOf(text).filter(isGeneral)), ...asked]
  const analysis = { fields, phrases }
  analyzed.set(entry, analysis)
  return analysis
}

interface FieldIndex {
  postings: Map<string, Posting[]>
  /** In how many entries a term is, each counted by how strongly it contains the term. */
  frequency: Map<string, number>
  /** Terms of the name, the summary and the system of each entry, and all of these with the concepts of its phrases. */
  anchors: { named: ReadonlySet<string>; all: ReadonlySet<string> }[]
  /** All words. */
  texts: Set<string>
}

export function indexFields(entries: readonly Entry[]): FieldIndex {
  const tokens = entries.map(entry => analyze(entry).fields)
  const averages = FIELD_NAMES.map((_, at) =>
    Math.max(1, tokens.reduce((sum, fields) => sum + (fields[at]?.length ?? 0), 0) / entries.length)
  )
  const postings = new Map<string, Posting[]>()
  for (const [entry, fields] of tokens.entries()) {
    const weights = new Map<string, number>()
    for (const [at, words] of fields.entries()) {
      const name = FIELD_NAMES[at]
      if (!name) continue
      const { weight, b } = FIELDS[name]
      const unit = weight / (1 - b + (b * words.length) / (averages[at] ?? 1))
      const own = new Map<string, number>()
      for (const { terms } of words) {
        for (const [term, share] of terms)
          own.set(term, name === 'name' ? Math.max(share, own.get(term) ?? 0) : share + (own.get(term) ?? 0))
      }
      for (const [term, times] of own) weights.set(term, (weights.get(term) ?? 0) + unit * times)
    }
    for (const [term, weight] of weights) {
      const list = postings.get(term) ?? []
      list.push({ entry, strength: weight / (SATURATION + weight) })
      postings.set(term, list)
    }
  }
  const frequency = new Map([...postings].map(([term, list]) => [term, list.reduce((sum, { strength }) => sum + strength, 0)]))
  const anchors = tokens.map(fields => {
    const termsOf = (wanted: readonly Field[]): string[] =>
      fields.flatMap((words, at) =>
        wanted.includes(FIELD_NAMES[at] ?? 'description') ? words.flatMap(({ terms }) => [...terms.keys()]) : []
      )
    const named = termsOf(['name', 'summary', 'system'])
    const phraseConcepts = termsOf(['asked_as']).filter(term => term.startsWith('#') && !isOtherField(term))
    return { named: new Set(named), all: new Set([...named, ...phraseConcepts]) }
  })
  const texts = new Set(tokens.flat(2).map(({ text }) => text))
  return { postings, frequency, anchors, texts }
}

export function indexPhrases(
  entries: readonly Entry[],
  rarity: (term: string) => number
): { phrases: Phrase[]; byTerm: Map<string, number[]> } {
  const phrases: Phrase[] = []
  const byTerm = new Map<string, number[]>()
  for (const [at, entry] of entries.entries()) {
    for (const words of analyze(entry).phrases) {
      const mass = words.reduce((sum, { terms }) => sum + Math.max(0, ...[...terms.keys()].map(rarity)), 0)
      if (mass === 0) continue
      const index = phrases.push({ entry: at, mass }) - 1
      for (const term of new Set(words.flatMap(({ terms }) => [...terms.keys()]))) {
        const list = byTerm.get(term) ?? []
        list.push(index)
        byTerm.set(term, list)
      }
    }
  }
  return { phrases, byTerm }
}
