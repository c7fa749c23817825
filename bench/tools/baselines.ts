import { stemmer } from 'stemmer'

/** A text to find, by fields. */
export interface Document {
  id: string
  fields: readonly { text: string; weight: number }[]
}

/** Returns the indexes of the documents that match, the best first. */
export type Search = (query: string) => number[]

const K1 = 1.2
const B = 0.75

const plain = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** Words that carry no meaning, as usual search engines leave them out. */
const STOP = new Set(
  'a about all an and any are as at be by can could do does for from get give have help how i in into is it its me my need of on or our please s so some t than that the their them then there these this those to up us want was we were what when where which while who why will with would you your'.split(
    ' '
  )
)

const stemmed = (text: string): string[] =>
  plain(text.replace(/[a-z](?=[A-Z])/g, '$& '))
    .filter(word => !STOP.has(word))
    .map(word => stemmer(word))

/** BM25 over the whole text of each document. */
export const bm25 = (documents: readonly Document[]): Search => fieldedBm25(documents.map(joined), plain)

/** The same over Porter's stems, without stop words, with the words of camelCase names. */
export const stemmedBm25 = (documents: readonly Document[]): Search => fieldedBm25(documents.map(joined), stemmed)

/** The sum of BM25 in each field, by weight, over stems. */
export const fourFieldBm25 = (documents: readonly Document[]): Search => fieldedBm25(documents, stemmed)

const joined = ({ id, fields }: Document): Document => ({ id, fields: [{ text: fields.map(({ text }) => text).join('\n'), weight: 1 }] })

function fieldedBm25(documents: readonly Document[], wordsOf: (text: string) => string[]): Search {
  const count = Math.max(0, ...documents.map(({ fields }) => fields.length))
  const indexes = Array.from({ length: count }, (_, at) => indexField(documents.map(({ fields }) => wordsOf(fields[at]?.text ?? ''))))
  return query => {
    const words = new Set(wordsOf(query))
    const scores = documents.map(({ fields }, place) =>
      indexes.reduce((sum, index, at) => sum + (fields[at]?.weight ?? 0) * index(words, place), 0)
    )
    return [...scores.keys()].filter(place => (scores[place] ?? 0) > 0).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  }
}

function indexField(texts: readonly string[][]): (words: ReadonlySet<string>, place: number) => number {
  const average = texts.reduce((sum, words) => sum + words.length, 0) / Math.max(1, texts.length)
  const frequencies = texts.map(words => Map.groupBy(words, word => word))
  const documentsWith = new Map<string, number>()
  for (const words of frequencies) for (const word of words.keys()) documentsWith.set(word, (documentsWith.get(word) ?? 0) + 1)
  const rarity = (word: string): number => {
    const found = documentsWith.get(word) ?? 0
    return Math.log(1 + (texts.length - found + 0.5) / (found + 0.5))
  }
  return (words, place) => {
    let score = 0
    const normal = K1 * (1 - B + (B * (texts[place]?.length ?? 0)) / (average || 1))
    for (const word of words) {
      const times = frequencies[place]?.get(word)?.length ?? 0
      if (times > 0) score += (rarity(word) * times * (K1 + 1)) / (times + normal)
    }
    return score
  }
}
