import type { FastifyInstance } from 'fastify'

interface EmbeddingsRequest {
  model?: string
  input?: string | string[]
}

/** Words that mean much the same share a number: their texts get similar embeddings. */
const MEANINGS = [
  ['car', 'automobile', 'vehicle', 'drives', 'sedan'],
  ['doctor', 'physician', 'medic', 'surgeon'],
  ['home', 'house', 'residence', 'lives', 'dwelling'],
  ['happy', 'glad', 'cheerful', 'joyful'],
  ['money', 'salary', 'wage', 'pay', 'earns']
]
const DIMENSIONS = 64

/** Serves `POST /v1/embeddings` like OpenAI, with rules instead of a model. */
export function addEmbeddings(app: FastifyInstance): void {
  app.post<{ Body: EmbeddingsRequest }>('/v1/embeddings', async ({ body: { model, input } }, reply) => {
    const texts = typeof input === 'string' ? [input] : (input ?? [])
    if (model === undefined || texts.length === 0 || texts.includes(''))
      return reply.code(400).send({ error: { message: "'input' is invalid", type: 'invalid_request_error', param: null, code: null } })
    const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
    return {
      object: 'list',
      data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embeddingOf(text) })),
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens }
    }
  })
}

/** Each word adds to one dimension: that of its meaning, or one that its letters choose. */
function embeddingOf(text: string): number[] {
  const embedding = new Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = MEANINGS.findIndex(words => words.includes(word))
    const hash = Array.from(word).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
    const at = meaning === -1 ? MEANINGS.length + (hash % (DIMENSIONS - MEANINGS.length)) : meaning
    embedding[at] = (embedding[at] ?? 0) + (meaning === -1 ? 0.3 : 1)
  }
  const length = Math.hypot(...embedding) || 1
  return embedding.map(value => value / length)
}
