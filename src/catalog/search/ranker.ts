import { createSpeller } from '../../lib/spelling.ts'
import { asVerb, asVerbFirst, type Entry, indexFields, indexPhrases, type Posting, splitName } from './entry-index.ts'
import { isPlural, type Request, readRequest } from './request.ts'
import { isActionConcept, isOtherField, knownWords, namesAppointment, otherFieldsIn, type Word, wordOf, wordsOf } from './words.ts'

/** Factors and thresholds, chosen with the tuned half of the intents (npm run bench -- tools). A factor of 1 has no effect. */
const WEIGHTS = {
  /** Weight of the best matching phrase, compared with the words of all fields. */
  phrase: 0.7,
  /** Weight of a concept, compared with the word itself. */
  concept: 0.8,
  /** Weight of the words themselves, in addition to the best of word and concept. */
  exact: 0.5,
  /** Mass of an unknown word, as a share of the rarest. */
  unknown: 0.4,
  /** Mass of a word of another field, of a name, and of a time, as shares of the rarest. */
  topic: 1.6,
  name: 0.1,
  time: 0.4,
  /** Share of a word that was misspelled. */
  typo: 0.75,
  /** Penalty of an entry without the action of the query. */
  action: 0.2,
  /** A bulk entry for one thing and for many things, and a write of one thing for many. */
  bulk: 0.8,
  wantsBulk: 1.3,
  single: 0.85,
  /** An entry that changes something, if all else is equal. */
  write: 0.94,
  /** An entry of a system other than the one that the query names. */
  otherSystem: 0.35,
  /** An entry that changes something, for a question. */
  question: 0.55,
  /** An entry with a verb other than that of the request. */
  otherVerb: 0.8,
  /** An entry for a thing other than the one that the verb acts on. */
  otherHead: 0.8,
  /** Penalty of an entry whose name has words that the request does not have. */
  otherNameWords: 0.2,
  /** A list for one thing, and one thing for a list. */
  oneOfList: 0.95,
  listOfOne: 0.9,
  /** Maximum words of a request whose object is surely what it is about. */
  short: 5,
  /** Minimum sum of similarity and share of things if the object, or the verb, is in no entry. */
  unknownHead: 0.8,
  unknownVerb: 0.4,
  /** The same for an unknown verb if a word is of another field. */
  foreignVerb: 0.9,
  /** The same if the best entry has none of the things, and no word is of another field. */
  nothingKnown: 1.1,
  /** Minimum share of the things of the query that an entry must contain, if one of them is in its name or summary. */
  anchored: 0.04,
  /** The same for a query with a word of another field. */
  topical: 0.25,
  /** Minimum similarity of a phrase otherwise. */
  similar: 0.3,
  /** If words of other fields have more than this share in the entries, no request counts as one for another field. */
  general: 0.5,
  /** Results below this share of the best are left out. */
  share: 0.5,
  /** The same for the first few. */
  fewShare: 0.2
}

/** An entry that matches. */
interface Match {
  index: number
  score: number
  /** 0 to 1: similarity of its best phrase to the query. */
  similarity: number
}

export interface Ranker {
  /** Returns the entries that match, the best first, then those related to the best; nothing if the words that matter match nothing. */
  rank: (query: string) => Match[]
}

/** Things that only these systems have: what follows one in a request is what it is about, such as "for the concert" after "an event". */
const FIRM: ReadonlySet<string> = new Set(
  'message draft event calendar page wiki card board column checklist issue merge_request repository branch pipeline milestone file directory'
    .split(' ')
    .map(name => `#${name}`)
)

const FOREIGN: ReadonlySet<Word['kind']> = new Set(['service', 'verb', 'topic'] as const)

/** Only the best matches are compared with the verb and the object of the request. */
const MAX_MATCHES = 60

const byScore = (a: Match, b: Match): number => b.score - a.score || a.index - b.index

/** Number of results that are kept even if they are much worse than the best. */
const FEW = 5

/** A term with its share of the meaning of a word. */
type Term = readonly [term: string, share: number]

export function createRanker(entries: readonly Entry[]): Ranker {
  const { postings, frequency, anchors, texts } = indexFields(entries)
  const count = entries.length
  const rarest = Math.log(1 + (count + 0.5) / 1.5)
  const rarity = (term: string): number => {
    const seen = frequency.get(term)
    return seen === undefined ? 0 : Math.log(1 + (count - seen + 0.5) / (seen + 0.5))
  }
  const { phrases, byTerm } = indexPhrases(entries, rarity)
  const bestOfEntry = createMaximum(count)
  const bestOfPhrase = createMaximum(phrases.length)
  const places = new Map(entries.map(({ id }, place) => [id, place]))
  const systems = entries.map(({ system }) => wordsOf(system)[0]?.text ?? '')
  const names = new Set(systems.filter(name => name !== ''))
  const anchored = new Set(anchors.flatMap(({ named }) => [...named]))
  const isGeneral = otherFieldsIn(anchored) > WEIGHTS.general
  const verbs = entries.map(verbsOf)
  const verbTerms = new Set(entries.flatMap(({ name, summary }) => [splitName(name), summary].flatMap(firstTerms)))
  const nameWords = entries.map(({ name }) => wordsOf(splitName(name).replace(/^bulk /, '')).map(nameWord))
  const everywhere = new Set(anchors.flatMap(({ all }) => [...all]))
  const speller = createSpeller(new Set([...texts, ...knownWords()]))
  const isKnown = ({ text, terms, kind }: Word): boolean =>
    texts.has(text) || kind !== 'word' || [...terms.keys()].some(term => frequency.has(term))

  function nameWord({ terms }: Word): NameWord {
    const own = [...terms.keys()]
    return { terms: own, mass: Math.max(0, ...own.map(rarity)) }
  }

  /** Returns the word, or the one that it misspells. */
  function corrected(word: Word): Word {
    if (isKnown(word)) return word
    const fixed = speller(word.text)
    return fixed === undefined ? word : { ...wordOf(fixed, word.weight, false), misspelled: true }
  }

  /** Returns the terms of a word that entries contain. */
  const termsFor = ({ terms, misspelled }: Word): Term[] =>
    [...terms].flatMap(([term, share]) =>
      frequency.has(term) ? [[term, share * (misspelled ? WEIGHTS.typo : 1) * (term.startsWith('#') ? WEIGHTS.concept : 1)] as const] : []
    )

  /** Returns the words of a query, and its verb and object. */
  function read(query: string): { words: Word[]; parsed: ParsedRequest } {
    const request = readRequest(query)
    const queryWords = qualified(
      wordsOf(query).map(word => (request.asks ? asNoun(corrected(word)) : corrected(word))),
      request.verb
    )
    const plain = namesAppointment(query) ? [...queryWords, APPOINTMENT] : queryWords
    const words = request.head === undefined ? plain : plain.map(word => (word.text === request.verb ? asVerb(word) : word))
    const verbWord = request.verb === undefined ? undefined : words.find(({ text }) => text === request.verb)
    const headWord = words.find(({ text, action }) => !action && text === request.head)
    return {
      words,
      parsed: {
        ...request,
        ...(verbWord && { verbWord }),
        ...(headWord && { headWord }),
        mails: queryWords.some(({ text, terms }) => text === request.verb && terms.has('#send') && terms.has('#message')),
        actions: verbWord ? actionsOf(verbWord) : [],
        headTerms: [...(headWord?.terms.keys() ?? [])].filter(term => anchored.has(term)),
        terms: new Set(words.flatMap(({ terms }) => [...terms.keys()])),
        things: new Set(words.flatMap(({ terms, action }) => (action ? [] : [...terms.keys()])))
      }
    }
  }

  /** A topic or service that only qualifies a thing of the systems, as in "the finance page" or "emails from Amazon", is a name. */
  function qualified(words: Word[], verb: string | undefined): Word[] {
    const firm = words.findIndex(
      ({ text, terms, weight }) =>
        weight === 1 && (text !== verb || terms.has('#send')) && [...terms].some(([term, share]) => share === 1 && FIRM.has(term))
    )
    const follows = (at: number): boolean => firm >= 0 && at > firm
    const qualifies = ({ kind, origin }: Word, at: number): boolean => {
      if (kind === 'service') return origin === true && follows(at)
      if (kind === 'verb') return at > 0 && follows(at)
      return kind === 'topic' && (follows(at) || isThing(words[at + 1]))
    }
    const isAbout = words.some((word, at) => word.kind === 'topic' && !qualifies(word, at))
    return isAbout ? words : words.map((word, at) => (qualifies(word, at) ? { ...word, kind: 'name' } : word))
  }

  const isThing = (word: Word | undefined): boolean =>
    word !== undefined && !word.action && [...word.terms.keys()].some(term => term.startsWith('#') && anchored.has(term))

  /** Returns the factor of an entry for the verb and the object of the request. */
  function fitOf(index: number, parsed: ParsedRequest): number {
    const entry = entries[index]
    if (!entry) return 1
    const own = verbs[index] ?? NONE
    if (own.size === 0) return parsed.asks && !entry.reads ? WEIGHTS.question : 1
    const name = 1 - WEIGHTS.otherNameWords * (1 - requestedShare(nameWords[index] ?? [], parsed))
    const isOther = parsed.headTerms.length > 0 && !parsed.headTerms.some(term => anchors[index]?.all.has(term))
    return name * (isOther ? WEIGHTS.otherHead : 1) * suits(entry, own, parsed)
  }

  function rank(query: string): Match[] {
    const { words, parsed } = read(query)
    const wantsBulk = words.some(({ terms, weight }) => terms.has('#many') && weight === 1) || countsMany(words)
    const actions = createTally(count)
    const things = createTally(count)
    const exact = new Float64Array(count)
    const dots = new Float64Array(phrases.length)
    const touched: number[] = []
    for (const word of words) {
      if (isOnly(word, '#many')) continue
      const terms = termsFor(word)
      const tally = word.action ? actions : things
      if (terms.length === 0) tally.mass += unknownMass(word) * rarest
      else {
        const factor = word.weight * (word.kind === 'time' ? WEIGHTS.time : 1)
        tally.mass += Math.max(...terms.map(([term]) => rarity(term))) * factor
        for (const [term, share] of terms) {
          const weight = rarity(term) * share * factor
          for (const { entry, strength } of postings.get(term) ?? []) bestOfEntry.consider(entry, weight * strength)
          for (const phrase of byTerm.get(term) ?? []) bestOfPhrase.consider(phrase, weight)
        }
        bestOfEntry.addTo(tally.scores)
        for (const phrase of bestOfPhrase.addTo(dots)) touched.push(phrase)
        for (const [term] of terms) if (!term.startsWith('#')) addTerm(exact, postings.get(term) ?? [], rarity(term) * factor)
      }
    }
    const mass = actions.mass + things.mass
    if (mass === 0) return []
    const phraseScores = bestPhrases(dots, touched, mass)
    const named = words.filter(({ text }) => names.has(text)).flatMap(({ terms }) => [...terms.keys()].slice(0, 1))
    const referred = words.flatMap(({ text }) => REFERENCES.get(text) ?? [])
    const matches: Match[] = []
    for (const [index, entry] of entries.entries()) {
      const action = actions.scores[index] ?? 0
      const thing = things.scores[index] ?? 0
      const phrase = phraseScores[index] ?? 0
      if (action + thing === 0) continue
      const acts = actions.mass === 0 ? 1 : 1 - WEIGHTS.action * (1 - action / actions.mass)
      const isHere = [named, referred].every(terms => terms.length === 0 || terms.some(term => anchors[index]?.named.has(term)))
      const here = isHere ? 1 : WEIGHTS.otherSystem
      const score =
        ((action + thing + WEIGHTS.exact * (exact[index] ?? 0)) / mass + WEIGHTS.phrase * phrase) *
        acts *
        here *
        preference(entry, wantsBulk)
      matches.push({ index, score, similarity: phrase })
    }
    const refined = matches
      .sort(byScore)
      .slice(0, MAX_MATCHES)
      .map(match => ({ ...match, score: match.score * fitOf(match.index, parsed) }))
      .sort(byScore)
    const best = refined[0]
    if (!best || !isAnswer(words, best, things, parsed)) return []
    const shown = refined.filter(({ score }, place) => score >= best.score * (place < FEW ? WEIGHTS.fewShare : WEIGHTS.share))
    return [...shown, ...relatedTo(best, shown)]
  }

  /** Returns entries related to the best one, to fill up a short list. */
  function relatedTo({ index, score }: Match, shown: readonly Match[]): Match[] {
    const taken = new Set(shown.map(match => match.index))
    const related = (entries[index]?.related ?? []).flatMap(id => places.get(id) ?? []).filter(place => !taken.has(place))
    return related
      .slice(0, Math.max(0, FEW - shown.length))
      .map(place => ({ index: place, score: score * WEIGHTS.fewShare, similarity: 0 }))
  }

  /** Whether the best match answers the query at all. */
  function isAnswer(words: readonly Word[], { index, similarity }: Match, things: Tally, parsed: ParsedRequest): boolean {
    const system = words.some(({ text }) => names.has(text))
    const contains = ({ terms }: Word): boolean => [...terms.keys()].some(term => anchors[index]?.all.has(term))
    const isElsewhere = ({ kind, weight, terms, text }: Word): boolean =>
      FOREIGN.has(kind) &&
      weight === 1 &&
      ![text, ...terms.keys()].some(term =>
        kind === 'topic'
          ? anchored.has(term)
          : !term.startsWith('#') && (text === parsed.verb && terms.size > 1 ? verbTerms : anchored).has(term)
      )
    const foreign = isGeneral ? [] : words.filter(isElsewhere)
    const placed = parsed.mails || isPlaced(words, index, parsed)
    for (const word of foreign) {
      if (word.kind === 'service' && !system) return false
      if (word.kind === 'verb' && words.indexOf(word) <= (placed ? 0 : 1)) return false
    }
    const covered = things.mass === 0 ? 0 : (things.scores[index] ?? 0) / things.mass
    const hasTopic = words.some(({ kind }) => kind === 'topic')
    const hasThing = words.some(word => !word.action && contains(word))
    if (!system && parsed.verb !== undefined && words.length <= WEIGHTS.short && !placed && (verbs[index] ?? NONE).size > 0) {
      const { headWord, verbWord, commands } = parsed
      const strength = similarity + covered
      if (
        headWord?.weight === 1 &&
        !isListed(headWord) &&
        strength < (hasThing ? WEIGHTS.unknownHead : foreign.length > 0 ? Infinity : WEIGHTS.nothingKnown)
      )
        return false
      if (
        commands &&
        verbWord &&
        parsed.actions.length === 0 &&
        !isListed(verbWord) &&
        strength < (hasTopic ? WEIGHTS.foreignVerb : WEIGHTS.unknownVerb)
      )
        return false
      if (headWord && covered === 0) return false
    }
    if (words.some(word => !word.action && word.kind !== 'time' && contains(word)))
      return covered >= (!placed && foreign.some(({ kind }) => kind === 'topic') ? WEIGHTS.topical : WEIGHTS.anchored)
    return foreign.length === 0 && similarity >= WEIGHTS.similar
  }

  /** Whether a word is in the name, the summary, the system or a concept of any entry. */
  const isListed = ({ text, terms }: Word): boolean => [text, ...terms.keys()].some(term => everywhere.has(term))

  /** Whether the entry names the place of the request, as in "into the calendar". */
  const isPlaced = (words: readonly Word[], index: number, { places }: ParsedRequest): boolean =>
    words.some(({ text, terms }) => places.includes(text) && [...terms.keys()].some(term => anchors[index]?.named.has(term)))

  const unknownMass = ({ kind, weight }: Word): number =>
    weight < 1 || kind === 'name' || kind === 'time' ? WEIGHTS.name : kind === 'topic' ? WEIGHTS.topic : WEIGHTS.unknown

  function bestPhrases(dots: Float64Array, touched: readonly number[], mass: number): Float64Array {
    const best = new Float64Array(count)
    for (const index of touched) {
      const phrase = phrases[index]
      if (!phrase) continue
      const { entry, mass: own } = phrase
      const dot = Math.min(dots[index] ?? 0, own)
      if (dot === 0) continue // another word touched it, too
      dots[index] = 0
      best[entry] = Math.max(best[entry] ?? 0, dot / (own + mass - dot))
    }
    return best
  }

  return { rank }
}

const YEAR = /^(?:19|20)\d\d$/

/** The minimum number of things that a user would not name one by one. */
const MANY = 20

/** Whether a request has a number of things, such as "300 articles"; not "90 minutes" or "the 2026 events". */
const countsMany = (words: readonly Word[]): boolean =>
  words.some(
    ({ text }, at) =>
      Number(text) >= MANY && !YEAR.test(text) && words.slice(at + 1, at + 3).some(({ text, kind }) => kind === 'word' && isPlural(text))
  )

const NONE: ReadonlySet<string> = new Set()

/** Added to a query that names a day with a time. */
const APPOINTMENT: Word = { text: '', terms: new Map([['#event', 1]]), kind: 'word', weight: 0.7, action: false }

/** Concepts of references, such as #12 and !12. */
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['issuenumber', '#issue'],
  ['mergerequestnumber', '#merge_request']
])

/** A question has no verb in the imperative: "invoice" is a thing there. */
const asNoun = (word: Word): Word =>
  word.kind === 'verb' ? { ...word, kind: [...word.terms.keys()].some(isOtherField) ? 'topic' : 'word' } : word

/** A request with its words, and the terms of its verb and object. */
interface ParsedRequest extends Request {
  verbWord?: Word
  headWord?: Word
  /** Its verb names what it acts on, such as "email". */
  mails: boolean
  /** Actions of the verb. */
  actions: readonly string[]
  /** Terms of the object that entries have in their name or summary. */
  headTerms: readonly string[]
  /** Terms of all words, and of those that are not actions. */
  terms: ReadonlySet<string>
  things: ReadonlySet<string>
}

/** Things that are actions where a verb is expected: "label it", "email her". */
const NOUN_VERBS: ReadonlyMap<string, string> = new Map([
  ['#label', '#add'],
  ['#comment', '#add'],
  ['#related', '#add'],
  ['#message', '#send'],
  ['#tag', '#create'],
  ['#draft', '#create']
])

function actionsOf({ terms }: Word): string[] {
  const own = [...terms.keys()].filter(isActionConcept)
  return own.length > 0 ? own : [...terms.keys()].flatMap(term => NOUN_VERBS.get(term) ?? [])
}

/** Returns the terms of the first word of a text, which is its verb. */
const firstTerms = (text: string): string[] =>
  wordsOf(text.split(' ').slice(0, 2).join(' '))
    .slice(0, 1)
    .flatMap(({ terms }) => [...terms.keys()])

/** Actions that an update can include. */
const UPDATES = ['#add', '#remove', '#assign', '#rename', '#mark', '#replace', '#invite']

/** Returns the actions of an entry: those that its summary begins with, and those of its name; none if the summary does not begin with one. */
function verbsOf({ name, summary }: Entry): ReadonlySet<string> {
  const words = asVerbFirst(wordsOf(summary))
  const first = words.findIndex(({ action }) => !action)
  if (first === 0) return NONE
  const named = wordsOf(splitName(name)).filter(({ action }) => action)
  const verbs = new Set([...words.slice(0, first < 0 ? undefined : first), ...named].flatMap(actionsOf))
  return new Set([...verbs, ...(verbs.has('#update') ? UPDATES : [])])
}

/** A word of the name of an entry, with its rarity. */
interface NameWord {
  terms: readonly string[]
  mass: number
}

/** Returns the share of the name's words that the request has, by rarity. The first word is the verb. */
function requestedShare(words: readonly NameWord[], { terms, things }: ParsedRequest): number {
  let mass = 0
  let found = 0
  for (const [at, word] of words.entries()) {
    mass += word.mass
    if (word.terms.some(term => (at === 0 ? terms : things).has(term))) found += word.mass
  }
  return mass === 0 ? 1 : found / mass
}

/** Returns the factor of an entry for the verb of the request, and for one thing or many. */
function suits({ reads }: Entry, own: ReadonlySet<string>, { asks, number, actions }: ParsedRequest): number {
  let factor = asks && !reads ? WEIGHTS.question : 1
  if (actions.length > 0 && !actions.some(action => own.has(action))) factor *= WEIGHTS.otherVerb
  if (!reads) return factor
  const lists = own.has('#list') || own.has('#search')
  if (number === 'one' && lists && !own.has('#get')) return factor * WEIGHTS.oneOfList
  return number === 'many' && !lists ? factor * WEIGHTS.listOfOne : factor
}

interface Tally {
  scores: Float64Array
  /** Sum of the rarities of the words: the maximum of a score. */
  mass: number
}

const createTally = (count: number): Tally => ({ scores: new Float64Array(count), mass: 0 })

const isOnly = ({ terms }: Word, concept: string): boolean => terms.has(concept) && terms.size <= 2

/** Collects the maximum of what is considered for each place, for one word at a time. */
function createMaximum(size: number) {
  const best = new Float64Array(size)
  let places: number[] = []
  return {
    consider(place: number, value: number): void {
      const known = best[place] ?? 0
      if (value <= known) return
      if (known === 0) places.push(place)
      best[place] = value
    },
    /** Adds the maxima, returns their places, and starts again. */
    addTo(scores: Float64Array): readonly number[] {
      const added = places
      for (const place of added) {
        scores[place] = (scores[place] ?? 0) + (best[place] ?? 0)
        best[place] = 0
      }
      places = []
      return added
    }
  }
}

function addTerm(scores: Float64Array, found: readonly Posting[], weight: number): void {
  for (const { entry, strength } of found) scores[entry] = (scores[entry] ?? 0) + weight * strength
}

const preference = ({ bulk, reads }: Entry, wantsBulk: boolean): number =>
  (bulk ? (wantsBulk ? WEIGHTS.wantsBulk : WEIGHTS.bulk) : wantsBulk && !reads ? WEIGHTS.single : 1) * (reads ? 1 : WEIGHTS.write)
