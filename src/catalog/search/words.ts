import { LANGUAGES } from '../../contract/operation.ts'
import { stem } from '../../lib/stem.ts'
import { ACTIONS, FOREIGN_VERBS, OTHER_FIELDS, SERVICES, THINGS } from './thesaurus.ts'

/** A word of a text, or several that have one meaning. */
export interface Word {
  /** As it was written, without accents. */
  text: string
  /** The terms to search for: its stem and its concepts, such as `ticket` and `#issue`, each with its share of the meaning. */
  terms: ReadonlyMap<string, number>
  /** `name`: a name or a number, which no operation contains. `topic`, `verb`, `service`: of a task that none of these systems does. */
  kind: 'word' | 'name' | 'time' | 'topic' | 'verb' | 'service'
  /** 0 to 1: less than 1 if it is quoted or follows a word such as "about", so it is rather a value than a part of the task. */
  weight: number
  /** Its concepts are actions: it names what to do, not with what. */
  action: boolean
  /** It replaces a word that was misspelled. */
  misspelled?: boolean
  /** It follows "from": where something comes from, such as "Amazon" in "emails from Amazon". */
  origin?: boolean
}

/** Words that say nothing about the task. */
const STOP = new Set(
  (
    'a about am an and any are as at be been being but by can could did do does doing done for from had has have having he her here hers him his how i if im in into is it its just kindly let like lets me mine my myself ' +
    'need needs now of off on onto or our ours please quick quickly really s shall she should so some t than that the their them then there these they thing things this those to too us use using want wants was we ' +
    'were what when where which while who whose why will with would you your yours hey hi hello thanks thank ok okay still again also only ever yet via per ll re ve gonna wanna gotta dont doesnt cant not no yes actually currently able got over instead else together d m after ' +
    'der die das den dem des ein eine einen einem einer eines und oder mit von vom zu zum zur im ins am an auf aus bei beim fur ist sind war wird werden ich du er sie es wir ihr mir mich dir dich uns bitte kann kannst konnte konnen mochte will soll sollen muss dass ob noch mal mein meine meinen meinem meiner diese dieser dieses diesen diesem habe hat haben was wie wann hier da nach um als auch nicht uber ' +
    'el la los las un una unos unas y o u de del al con por para en es son era esta este esto estas estos esa ese mi mis tu te se su sus nos le lo les quiero quisiera puedes puede podrias favor necesito hay como si ha han que ' +
    'l une et ou au aux avec pour par dans sur est sont etait ce cet cette ces mon ma mes ton ta tes son sa ses nous vous je il elle moi toi peux peut pouvez pourrais voudrais veux plait svp qu qui ai as avons avez ont pas ne n c j ' +
    'w z ze na od dla przez po przy za czy ten tej tym tych jest sa byl moj moja moje mojego mojej moim moich mnie sie prosze chce chcialbym chcialabym moge mozesz trzeba jako oraz lub ktory ktora ktorego nie co'
  ).split(' ')
)

/** Words for a person who is not named. */
const PERSON = /^(?:some|any|every)body$|^(?:some|any)one$/

const isStop = (word: string): boolean => STOP.has(word) || PERSON.test(word)

/** Words for a time. They hardly say anything about the task, and may be unknown. */
const TIME = new Set(
  (
    'today tomorrow yesterday tonight morning afternoon evening noon week weeks weekend month months year years day days hour hours minute minutes monday tuesday wednesday thursday friday saturday sunday ' +
    'january february march april may june july august september october november december next last latest newest recent recently since until ago pm oclock quarter later soon heute morgen gestern woche montag dienstag mittwoch donnerstag freitag samstag ' +
    'sonntag uhr hoy manana ayer semana lunes martes miercoles jueves viernes sabado domingo aujourd hui demain hier semaine lundi mardi mercredi jeudi vendredi samedi dimanche dzis dzisiaj jutro wczoraj tydzien tygodniu ' +
    'poniedzialek wtorek sroda srode czwartek piatek sobota niedziela 今日 明日 昨日 今週 来週 月曜 火曜 水曜 木曜 金曜 土曜 日曜'
  ).split(' ')
)

/** Words before a value, such as a title, rather than a part of the task. */
const VALUE_FOLLOWS =
  /^(?:called|named|titled|about|saying|says|subject|regarding|mentioning|containing|that|dass|uber|namens|sobre|diciendo|llamad[oa]|titulad[oa]|intitulee?|appelee?|concernant|zatytulowan\w*)$/

/** Words before the origin of something. */
const ORIGIN_FOLLOWS = /^(?:from|von|vom|od|desde)$/

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{N}]+/gu

/** Quoted texts, which are values. */
const QUOTED = /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|「[^「」]*」|『[^『』]*』/g

const MAX_TEXT = 2000
/** Weights of words that are rather values. */
const FOLLOWS = 0.6
const IS_QUOTED = 0.15
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|sh|md|txt|json|ya?ml|toml|ini|conf|cfg|env|csv|xml|html?|css|log|pdf|png|jpe?g|gif|svg|psd|docx?|xlsx?|pptx?|zip|gz)(?![\w.])/i

/** A path of a project, such as `acme/web`; not "and/or". */
const PROJECT_PATH = /^(?!and\/or)[a-z][a-z\d_-]+\/[a-z][a-z\d_-]+[,.?!]?$/

/** Returns one word for an address, a file or a reference, which no operation contains. */
function placeholder(part: string): string {
  if (/^\W?(?:https?:\/\/|www\.)/i.test(part)) return 'url'
  if (/\w@\w/.test(part)) return 'mailaddress'
  if (/^\W?!\d+/.test(part)) return 'mergerequestnumber'
  if (/^#\d+/.test(part)) return 'issuenumber'
  if (PROJECT_PATH.test(part)) return 'projectpath'
  return FILE_ENDING.test(part) && !part.includes('gitlab-ci') ? 'filename' : part
}

/** Expressions with words that mean something else by themselves. */
const IDIOMS = /\b(?:after|at|not) all\b|\ball (?:day|right)\b|\b(?:(?:need|get|want) )?(?:some )?help (?:me|us|you|with|finding|in)\b/gi

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .map(placeholder)
    .join(' ')
    .replace(IDIOMS, ' ')
    .replace(/(?<=\w)[’']s\b/g, '')
    .replace(/n[’']t\b/g, ' not')
    .replace(/[’']/g, ' ')

/** Returns the word without accents, in lower case. */
const fold = (word: string): string =>
  CJK.test(word)
    ? word
    : word
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replaceAll('ł', 'l')
        .replaceAll('ß', 'ss')
        .replaceAll('ø', 'o')
        .replaceAll('œ', 'oe')

/** Concepts, with the share of each. */
type Meanings = Map<string, number>

interface Phrase {
  words: readonly string[]
  meanings: Meanings
  kind: Word['kind']
}

const MAX_ENDING = 5

/** Maximum letters after a beginning of that many. */
const maxEnding = (length: number): number => (length <= 3 ? 2 : length === 4 ? 4 : MAX_ENDING)

/** The thesaurus, indexed. */
interface Lexicon {
  /** English words by their stem, words of other languages, and Japanese words, as they are. */
  exact: Map<string, Meanings>
  /** Beginnings of words. */
  beginnings: Map<string, Meanings>
  /** Several words, by the first. */
  phrases: Map<string, Phrase[]>
  /** Single words of services and verbs that none of these systems has. */
  foreign: Map<string, Word['kind']>
  /** Words that a misspelled word may stand for. */
  english: Set<string>
  longestJapanese: number
}

let built: Lexicon | undefined

/** Returns the thesaurus, indexed at first use. */
function lexicon(): Lexicon {
  built ??= createLexicon()
  return built
}

export const knownWords = (): ReadonlySet<string> => lexicon().english

function createLexicon(): Lexicon {
  const made: Lexicon = {
    exact: new Map(),
    beginnings: new Map(),
    phrases: new Map(),
    foreign: new Map(),
    english: new Set(),
    longestJapanese: 1
  }
  for (const [concept, row] of Object.entries({ ...ACTIONS, ...THINGS, ...OTHER_FIELDS })) {
    for (const language of LANGUAGES) {
      for (const entry of row[language]?.split(',') ?? []) noteEntry(made, `#${concept}`, entry.trim(), language === 'en')
    }
  }
  noteForeign(made, SERVICES, 'service')
  noteForeign(made, FOREIGN_VERBS, 'verb')
  return made
}

function note(table: Map<string, Meanings>, key: string, concept: string, share: number): void {
  const meanings = table.get(key) ?? new Map<string, number>()
  meanings.set(concept, Math.max(share, meanings.get(concept) ?? 0))
  table.set(key, meanings)
}

function notePhrase({ phrases }: Lexicon, words: readonly string[], meanings: Meanings, kind: Word['kind']): void {
  const first = (words[0] ?? '').replace('*', '')
  phrases.set(first, [...(phrases.get(first) ?? []), { words, meanings, kind }])
}

function noteEntry(made: Lexicon, concept: string, entry: string, isEnglish: boolean): void {
  const share = entry.startsWith('~') ? 0.5 : 1
  const text = fold(entry.replace('~', '').trim())
  const words = text.split(' ')
  if (CJK.test(text)) {
    made.longestJapanese = Math.max(made.longestJapanese, text.length)
    note(made.exact, text, concept, share)
  } else if (words.length > 1) notePhrase(made, isEnglish ? words.map(stem) : words, new Map([[concept, share]]), 'word')
  else if (text.endsWith('*')) note(made.beginnings, text.slice(0, -1), concept, share)
  else note(made.exact, isEnglish ? stem(text) : text, concept, share)
  if (isEnglish) for (const word of words) made.english.add(word)
}

function noteForeign(made: Lexicon, list: string, kind: Word['kind']): void {
  for (const entry of list.split(',').map(entry => fold(entry.trim()))) {
    if (entry.includes(' ')) notePhrase(made, entry.split(' ').map(stem), new Map(), kind)
    else {
      made.foreign.set(stem(entry), kind)
      if (CJK.test(entry)) made.longestJapanese = Math.max(made.longestJapanese, entry.length)
      else made.english.add(entry)
    }
  }
}

const OTHER_CONCEPTS = new Set(Object.keys(OTHER_FIELDS).map(concept => `#${concept}`))

/** Returns the share of the other fields that some of these terms belong to. */
export const otherFieldsIn = (terms: ReadonlySet<string>): number =>
  [...OTHER_CONCEPTS].filter(concept => terms.has(concept)).length / OTHER_CONCEPTS.size

/** Whether a concept is of another field, such as `#weather`. */
export const isOtherField = (concept: string): boolean => OTHER_CONCEPTS.has(concept)

const ACTION_CONCEPTS = new Set(Object.keys(ACTIONS).map(concept => `#${concept}`))

export const isActionConcept = (concept: string): boolean => ACTION_CONCEPTS.has(concept)

/** Returns the words of a text with their concepts. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const shortened = text.slice(0, MAX_TEXT)
  let at = 0
  let weight = 1
  for (const quoted of shortened.matchAll(QUOTED)) {
    weight = addWords(words, shortened.slice(at, quoted.index), weight)
    addWords(words, quoted[0], IS_QUOTED)
    at = quoted.index + quoted[0].length
  }
  addWords(words, shortened.slice(at), weight)
  return words
}

/** Adds the words of a part of a text, with this weight. Returns the weight of what follows. */
function addWords(words: Word[], text: string, initialWeight: number): number {
  let weight = initialWeight
  // What follows a colon is the content of what precedes it.
  const [task = '', ...contents] = initialWeight < 1 ? [text] : text.split(/:\s/)
  const tokens = plain(task).match(TOKEN) ?? []
  const folded = tokens.map(fold)
  for (let at = 0; at < tokens.length; at++) {
    const token = folded[at] ?? ''
    if (CJK.test(token)) {
      for (const word of japaneseWords(token)) words.push({ ...word, weight })
      continue
    }
    const phrase = phraseAt(folded, at)
    const origin = ORIGIN_FOLLOWS.test(folded[at - 1] ?? '') ? { origin: true } : {}
    if (phrase) {
      const parts = folded.slice(at, at + phrase.length)
      words.push({ ...wordWith(parts, phrase, weight), ...origin })
      at += phrase.length - 1
      continue
    }
    if (VALUE_FOLLOWS.test(token)) weight = Math.min(weight, FOLLOWS)
    if (!isStop(token)) words.push({ ...wordOf(token, weight, words.length > 0 && /^\p{Lu}/u.test(tokens[at] ?? '')), ...origin })
  }
  for (const content of contents) addWords(words, content, FOLLOWS)
  return contents.length > 0 ? FOLLOWS : weight
}

/** Returns the words of the first clause of a text, with their form without accents. */
export function tokensOf(text: string): { folded: string; isName: boolean }[] {
  const clause = plain(
    text
      .slice(0, MAX_TEXT)
      .replace(QUOTED, ' 0 ')
      .split(/[,;:.!?](?:\s|$)/)[0] ?? ''
  )
  const tokens = clause.match(TOKEN) ?? []
  const folded = tokens.map(fold)
  const found: { folded: string; isName: boolean }[] = []
  for (let at = 0; at < tokens.length; ) {
    const length = phraseAt(folded, at)?.length ?? 1
    found.push({
      folded: folded.slice(at, at + length).join(' '),
      isName: length === 1 && at > 0 && (/^\p{Lu}/u.test(tokens[at] ?? '') || /\d/.test(tokens[at] ?? ''))
    })
    at += length
  }
  return found
}

const DAY =
  /\b(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|heute|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|hoy|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|aujourd|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|dzis|jutro|poniedzialek|wtorek|srod[ae]|czwartek|piatek|sobot[ae]|niedziel[ae])\b|[今明]日|[月火水木金土日]曜/
const CLOCK = /\b(?:at|um|las|a|o) \d{1,2}(?::\d\d)?\b(?! ?[%$€])|\b\d{1,2}(?::\d\d| ?(?:am|pm|uhr|h))\b|\bnoon\b|\d{1,2}時/

/** Whether a text names a day and a time on it, as people do for an event. */
export function namesAppointment(text: string): boolean {
  const folded = fold(text.slice(0, MAX_TEXT).replace(QUOTED, ' '))
  return DAY.test(folded) && CLOCK.test(folded)
}

export const isTime = (word: string): boolean => TIME.has(word)

const isAction = (meanings: ReadonlyMap<string, number>): boolean =>
  meanings.size > 0 && [...meanings.keys()].every(concept => ACTION_CONCEPTS.has(concept))

const isOther = (meanings: ReadonlyMap<string, number>): boolean =>
  meanings.size > 0 && [...meanings.keys()].every(concept => OTHER_CONCEPTS.has(concept))

/** Share of the single words of a phrase: its meaning is that of all together. */
const PART = 0.4

function wordWith(parts: readonly string[], { meanings, kind }: Omit<Phrase, 'words'>, weight: number): Word {
  const terms = new Map(meanings)
  if (kind === 'word' && !isOther(meanings)) for (const part of parts) if (!isStop(part)) terms.set(stem(part), PART)
  return { text: parts.join(' '), terms, kind: isOther(meanings) ? 'topic' : kind, weight, action: isAction(meanings) }
}

/** Returns the word of a token. */
export function wordOf(token: string, weight: number, capital: boolean): Word {
  const stemmed = stem(token)
  const meanings = meaningsOf(token, stemmed) ?? new Map<string, number>()
  const known = lexicon().foreign.get(stemmed)
  const kind = known ?? (isOther(meanings) ? 'topic' : kindOf(token, capital))
  return { text: token, terms: new Map([[stemmed, 1], ...meanings]), kind, weight, action: isAction(meanings) }
}

function kindOf(token: string, capital: boolean): Word['kind'] {
  if (TIME.has(token)) return 'time'
  return capital || /\d/.test(token) || token.length === 1 ? 'name' : 'word'
}

/** Returns the concepts of a word, even of a German compound of two. */
function meaningsOf(word: string, stemmed: string): Meanings | undefined {
  const direct = lookUp(word, stemmed)
  if (direct || word.length < 8) return direct
  for (let at = 4; at <= word.length - 4; at++) {
    const tail = lookUp(word.slice(at), stem(word.slice(at)))
    const head = tail && (lookUp(word.slice(0, at), '') ?? lookUp(word.slice(0, at).replace(/(?:s|n|en)$/, ''), ''))
    if (head) return new Map([...head, ...tail])
  }
  return undefined
}

function lookUp(word: string, stemmed: string): Meanings | undefined {
  const found = lexicon().exact.get(stemmed) ?? lexicon().exact.get(word)
  let meanings: Meanings | undefined
  for (let length = word.length; length >= Math.max(2, word.length - MAX_ENDING) && !meanings; length--) {
    if (word.length - length <= maxEnding(length)) meanings = lexicon().beginnings.get(word.slice(0, length))
  }
  return found && meanings ? new Map([...meanings, ...found]) : (found ?? meanings)
}

const fits = (word: string, wanted: string): boolean =>
  wanted.endsWith('*')
    ? word.startsWith(wanted.slice(0, -1)) && word.length - wanted.length < MAX_ENDING
    : word === wanted || stem(word) === wanted

/** Returns the longest phrase that begins here, with the meanings of all of that length. */
function phraseAt(tokens: readonly string[], at: number): (Omit<Phrase, 'words'> & { length: number }) | undefined {
  const first = tokens[at] ?? ''
  const stemmed = stem(first)
  let found: (Omit<Phrase, 'words'> & { length: number }) | undefined
  const consider = (key: string): void => {
    for (const { words, meanings, kind } of lexicon().phrases.get(key) ?? []) {
      if (words.length < (found?.length ?? 2) || !words.every((word, place) => fits(tokens[at + place] ?? '', word))) continue
      if (kind === 'verb' && at > 3) continue
      found =
        words.length === found?.length && kind === 'word'
          ? { ...found, meanings: new Map([...found.meanings, ...meanings]) }
          : { length: words.length, meanings, kind }
    }
  }
  for (let length = first.length; length >= Math.max(Math.min(3, first.length), first.length - MAX_ENDING); length--)
    consider(first.slice(0, length))
  if (stemmed !== first && !first.startsWith(stemmed)) consider(stemmed)
  return found
}

/** Splits a text without spaces at the words that are known. */
function japaneseWords(text: string): Word[] {
  const words: Word[] = []
  let unknown = ''
  const flush = (): void => {
    for (const run of unknown.match(/[\p{Script=Han}\p{Script=Katakana}ー]{2,}/gu) ?? []) {
      words.push({ text: run, terms: new Map([[run, 1]]), kind: TIME.has(run) ? 'time' : 'name', weight: 1, action: false })
    }
    unknown = ''
  }
  for (let at = 0; at < text.length; ) {
    let length = Math.min(lexicon().longestJapanese, text.length - at)
    while (length > 0 && !lexicon().exact.has(text.slice(at, at + length)) && !lexicon().foreign.has(text.slice(at, at + length))) length--
    if (length === 0) {
      unknown += text[at++]
      continue
    }
    flush()
    const word = text.slice(at, at + length)
    const meanings = lexicon().exact.get(word) ?? new Map<string, number>()
    words.push({
      text: word,
      terms: new Map([[word, 1], ...meanings]),
      kind: lexicon().foreign.get(word) ?? 'word',
      weight: 1,
      action: isAction(meanings)
    })
    at += length
  }
  flush()
  return words
}
