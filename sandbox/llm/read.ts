/** Content of one of the gateway's messages: the text to read and, for links, the objects that were found in it. */
interface Message {
  text?: string
  entities?: { id: number; name: string }[]
}

const NAME = /\p{Lu}[\p{L}\p{N}]*(?: \p{Lu}[\p{L}\p{N}]*)*/gu
/** Capitalized words that start a sentence instead of a name. */
const NO_NAMES = new Set(['The', 'A', 'An', 'It', 'In', 'He', 'She', 'They', 'We', 'I', 'This', 'That', 'Since', 'On', 'At'])
const TECHNOLOGIES = new Set(['Kotlin', 'PostgreSQL', 'Redis', 'Java', 'SQLite', 'Python'])
const [CONCEPT, TECHNOLOGY] = [3, 2]

/** Returns every name in the text: consecutive capitalized words. */
export function entitiesIn(message: string) {
  const names = new Set([...(parseMessage(message).text ?? '').matchAll(NAME)].map(([name]) => name).filter(name => !NO_NAMES.has(name)))
  return [...names].map(name => ({ name, entity_type_id: TECHNOLOGIES.has(name) ? TECHNOLOGY : CONCEPT, summary: null }))
}

/** `X does something to Y.` is a link if X and Y are among the objects; `since 2024-02-01` is its start. */
export function edgesIn(message: string) {
  const { text = '', entities = [] } = parseMessage(message)
  return text.split(/[.!?\n]+/).flatMap(sentence => {
    const found = entities
      .filter(({ name }) => sentence.includes(name))
      .toSorted((a, b) => sentence.indexOf(a.name) - sentence.indexOf(b.name))
    const [from, to] = found
    if (!from || !to) return []
    const between = sentence.slice(sentence.indexOf(from.name) + from.name.length, sentence.indexOf(to.name)).trim()
    if (between === '') return []
    const [, since = null] = /since (\d{4}-\d{2}-\d{2})/.exec(sentence) ?? []
    return {
      relation_type: between.toUpperCase().replace(/\W+/g, '_'),
      source_entity_id: from.id,
      target_entity_id: to.id,
      fact: sentence.trim(),
      valid_at: since,
      invalid_at: null
    }
  })
}

function parseMessage(text: string): Message {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return { text }
  }
}
