import type { JsonSchema } from '../../src/catalog/json-schema.ts'

/** Characters of a text, and items of a list, at each depth of an output. */
const TEXT = [0, 9_000, 2_500, 400, 60]
const ITEMS = [0, 30, 6, 2, 1]

/** Returns a value of the schema, as large as real ones: long texts, many items, some properties null. */
export function inflated(schema: JsonSchema, depth = 0, seed = 1): unknown {
  const { anyOf, enum: words, type, properties, items } = schema
  if (anyOf) {
    const forms = anyOf.filter(form => form.type !== 'null')
    return forms.length < anyOf.length && seed % 3 === 0 ? null : inflated({ ...forms[0] }, depth, seed)
  }
  if ('const' in schema) return schema['const']
  if (Array.isArray(words)) return words[seed % words.length]
  if (type === 'integer' || type === 'number') return seed
  if (type === 'boolean') return seed % 2 === 0
  if (type === 'string') return textOf(TEXT[depth] ?? 20, seed)
  if (type === 'array')
    return Array.from({ length: ITEMS[depth] ?? 1 }, (_, at) => inflated(items ?? { type: 'string' }, depth + 1, seed * 31 + at))
  if (type === 'object' || properties)
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([name]) => !name.startsWith('next_'))
        .map(([name, node], at) => [name, inflated(node, depth + 1, seed + at)])
    )
  return `any value ${seed}`
}

function textOf(length: number, seed: number): string {
  let text = ''
  for (let line = 0; text.length < length; line++)
    text += `<p>"line ${line}" of the text ${seed} \u{1f600}</p>${line % 3 === 0 ? '\n' : ' '}`
  return text.slice(0, length).toWellFormed()
}
