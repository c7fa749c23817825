import { ceilingOf, type Operation } from './operation.ts'

/** Where a word is said of an operation, and what it counts there. */
const PLACES = [
  { counts: 6, text: ({ id }: Operation) => id },
  { counts: 3, text: ({ summary }: Operation) => summary },
  { counts: 2, text: ({ tool }: Operation) => `${tool.title} ${tool.prompt}` },
  { counts: 1, text: ({ description }: Operation) => description }
]

/** From here on an operation is named by a word. */
const NAMED = 3

/** Words of a question that say nothing of what is looked for. */
const STOP = new Set(
  'a about all an and any are as at be by can do does for from get give have how i in into is it its me my of on or our please s some that the their them there these this to tool up us use want was what where which who with you your'.split(
    ' '
  )
)

/** What people say for a thing, and the word that the systems have for it. */
const ALIKE: Readonly<Record<string, string>> = {
  email: 'mail',
  emails: 'mail',
  find: 'search',
  meeting: 'event',
  meetings: 'event',
  pr: 'merge',
  ticket: 'issue',
  tickets: 'issue',
  wiki: 'confluence'
}

/** `pages` and `page`, `searches` and `search`, `labelled` and `label` begin alike. */
const stem = (word: string): string => word.replace(/(?<=..)(ies|y)$/, 'i').replace(/(?<=...)(es|ed|ing|s|e)$/, '')

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => !STOP.has(word)).map(word => stem(ALIKE[word] ?? word))

const indexes = new WeakMap<Operation, ReadonlyMap<string, number>>()

/** Each word that is said of an operation, with what it counts. */
function indexOf(operation: Operation): ReadonlyMap<string, number> {
  const known = indexes.get(operation)
  if (known) return known
  const index = new Map<string, number>()
  for (const { counts, text } of PLACES)
    for (const word of wordsIn(text(operation))) index.set(word, Math.max(counts, index.get(word) ?? 0))
  indexes.set(operation, index)
  return index
}

/** Less than this share of what the nearest counts is far off. */
const NEAR = 0.4

/** The operations of which the words are said, the nearest first. A word counts for more where few are named so; one that none has, for nothing. */
export function searchOperations(operations: readonly Operation[], query: string): Operation[] {
  const words = [...new Set(wordsIn(query))]
  if (words.length === 0) return [...operations]
  const indexes = operations.map(indexOf)
  const rarity = words.map(word => Math.log(1 + operations.length / (1 + indexes.filter(index => (index.get(word) ?? 0) >= NAMED).length)))
  const many = words.some(word => MANY.has(word))
  const scored = operations.map((operation, place) => {
    const score = words.reduce((sum, word, at) => sum + (indexes[place]?.get(word) ?? 0) * (rarity[at] ?? 0), 0)
    return { operation, score: score * favour(operation, many) }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => score > 0 && score >= best * NEAR)
    .sort((a, b) => b.score - a.score)
    .map(({ operation }) => operation)
}

const MANY: ReadonlySet<string> = new Set(wordsIn('bulk many several'))

/** Of two that are named alike, whoever says nothing more means one thing, and to look at it. */
const favour = ({ kind, permission }: Operation, many: boolean): number =>
  (kind === 'bulk' && !many ? 0.7 : 1) * (ceilingOf(permission) === 'read' ? 1 : 0.95)
