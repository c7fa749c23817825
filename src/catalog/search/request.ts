import { isTime, tokensOf } from './words.ts'

/** The parts of a request in English. */
export interface Request {
  /** Whether it asks for information, such as "who changed this?". */
  asks: boolean
  /** The verb that it begins with, if it is a command. */
  verb?: string
  /** Whether it is certainly a verb: an article or the like follows it. */
  commands?: boolean
  /** The noun that the verb acts on: the last word of its object. */
  head?: string
  /** The noun has an article such as "a" or "the", or it is in the plural. */
  number?: 'one' | 'many'
  /** Words for the place of the action, as in "in the calendar". */
  places: string[]
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words before the verb of a command. */
const POLITE = list(
  'please pls kindly just now ok okay hey hi hello well so and then also quickly help me us lets let s i we need want would wanna gotta have d ll like to should must go ahead'
)
const REQUESTS = /^(?:can|could|would|will) (?:you|u)\b/
const QUESTION = list(
  'who what when where why which how whose is are am was were did does do has have had can could should any anything anyone whats whos'
)
const DETERMINERS = list('a an the this that these those my our your his her its their all every each some any no')
const MANY = list('all every each these those many several some both multiple')
const ONE = list('a an one this that the my another')
/** Words after which the object of a verb has ended. Some verbs have one of their own, such as "look for". */
const PREPOSITIONS = list(
  'in on at to into onto from of for with about by as via through under below beneath above between among than without near during inside within across around regarding against per behind upon using'
)
/** Words that begin another clause. */
const CLAUSES = list(
  'that which who so if when where while before after until till and or but then like since because not is are was were has have takes goes called named titled whether how what why'
)
const SUBJECTS = list('i you we they there it people someone anyone')
const PARTICLES = list(
  'i we they there forever ever completely anymore up down off out away back over together again here there too also instead please now immediately right asap once more it them him you me us someone everyone'
)

/** Reads a request. Returns nothing but `asks` for a text that does not look like English. */
export function readRequest(text: string): Request {
  const tokens = tokensOf(text)
  let at = 0
  const folded = tokens.map(({ folded }) => folded)
  const first = folded[0]?.split(' ')[0] ?? ''
  if (REQUESTS.test(folded.join(' '))) at = 2
  else if (QUESTION.has(first) && folded.length > 1)
    return {
      asks: true,
      ...objectOf(
        tokens.filter(({ folded }) => !SUBJECTS.has(folded)),
        true
      )
    }
  while (POLITE.has(folded[at] ?? '')) at++
  const verb = folded[at]
  if (verb === undefined || DETERMINERS.has(verb) || PREPOSITIONS.has(verb) || CLAUSES.has(verb) || QUESTION.has(verb))
    return { asks: QUESTION.has(verb ?? ''), ...objectOf(tokens.slice(at), true) }
  const next = folded[at + 1] ?? ''
  if (isPlural(verb) && PREPOSITIONS.has(next)) return { asks: false, ...objectOf(tokens.slice(at), true) }
  return { asks: false, verb, commands: DETERMINERS.has(next) && next !== 'no', ...objectOf(tokens.slice(at + 1), false) }
}

export const isPlural = (noun: string): boolean => /[^su]s$/.test(noun)

/** Whether a token is a question word, or a phrase that begins with one, such as "who is". */
const isQuestion = (folded: string): boolean => QUESTION.has(folded.split(' ')[0] ?? '')

function objectOf(tokens: readonly { folded: string; isName: boolean }[], asks: boolean): Pick<Request, 'head' | 'number' | 'places'> {
  const places = placesIn(tokens.map(({ folded }) => folded))
  let head: string | undefined
  let number: Request['number']
  for (const [place, { folded, isName }] of tokens.entries()) {
    if (CLAUSES.has(folded) && !(place === 0 && DETERMINERS.has(folded))) {
      if (head !== undefined || !asks) break
      continue
    }
    if (PREPOSITIONS.has(folded) || isQuestion(folded)) {
      if (head !== undefined) break
      continue
    }
    if (MANY.has(folded)) number ??= 'many'
    else if (ONE.has(folded)) number ??= 'one'
    if (
      DETERMINERS.has(folded) ||
      MANY.has(folded) ||
      PARTICLES.has(folded) ||
      isName ||
      isTime(folded) ||
      folded.endsWith('ly') ||
      folded.length === 1
    )
      continue
    head = folded
  }
  if (head === undefined) return { places }
  if (isPlural(head) && number !== 'one') number = 'many'
  return { head, places, ...(number && { number }) }
}

const INTO = list('in on to into onto from of by at inside within across')

function placesIn(tokens: readonly string[]): string[] {
  const found: string[] = []
  let inside = false
  for (const [at, token] of tokens.entries()) {
    if (PREPOSITIONS.has(token) || CLAUSES.has(token)) inside = at > 0 && INTO.has(token)
    else if (inside) found.push(token)
  }
  return found
}
