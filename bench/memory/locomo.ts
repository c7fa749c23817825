import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/**
 * LoCoMo (github.com/snap-research/locomo, CC BY-NC 4.0): the ten files of data/locomo10.zip, and their SHA-256 in this order. They are not
 * part of the project.
 */
const FILES = [26, 30, 41, 42, 43, 44, 47, 48, 49, 50].map(number => `${number}.json`)
const SHA256 = '987d4d1b8b0e12975428b273df3fd6ce41c3bdfc9cfa988b2ef47879631630fb'

const Conversation = Type.Object({
  qa: Type.Array(Type.Object({ question: Type.String(), category: Type.Integer(), evidence: Type.Optional(Type.Array(Type.String())) }))
})
const Observations = Type.Record(
  Type.String(),
  Type.Array(Type.Tuple([Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])]))
)

export interface Fact {
  speaker: string
  /** The conversation and its session. */
  session: string
  text: string
  /** The turns of the conversation that state it. */
  turns: string[]
}

export interface Question {
  text: string
  /** The turns that answer it. */
  evidence: string[]
}

/** Questions of category 5 have no answer in the conversation. */
const UNANSWERABLE = 5

/**
 * Reads the facts and the questions. A fact is an observation, which the authors extracted from one or a few turns. Only questions with an
 * observation of at least one of their turns count.
 */
export async function readLocomo(folder: string): Promise<{ facts: Fact[]; questions: Question[] }> {
  const texts = await Promise.all(FILES.map(name => readFile(path.join(folder, name), 'utf8')))
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  const found = hash.digest('hex')
  if (found !== SHA256) throw new Error(`The files in ${folder} have the SHA-256 ${found}, not ${SHA256}: it is another version of LoCoMo`)
  const [facts, questions]: [Fact[], Question[]] = [[], []]
  for (const [index, text] of texts.entries()) {
    const json: unknown = JSON.parse(text)
    const own = factsIn(Object(json), `conversation ${FILES[index]?.replace('.json', '')}`)
    const known = new Set(own.flatMap(({ turns }) => turns))
    facts.push(...own)
    for (const { question, category, evidence = [] } of Value.Parse(Conversation, json).qa) {
      const turns = evidence.map(turn => inConversation(index, turn))
      if (category !== UNANSWERABLE && turns.some(turn => known.has(turn))) questions.push({ text: question, evidence: turns })
    }
  }
  return { facts, questions }

  function factsIn(json: Record<string, unknown>, conversation: string): Fact[] {
    const index = FILES.indexOf(`${conversation.split(' ')[1]}.json`)
    return Object.entries(json).flatMap(([name, value]) => {
      const [, session] = /^(session_\d+)_observation$/.exec(name) ?? []
      if (session === undefined) return []
      return Object.entries(Value.Parse(Observations, value)).flatMap(([speaker, all]) =>
        all.map(([text, turns]) => ({
          speaker,
          session: `${session.replace('_', ' ')} of ${conversation}`,
          text,
          turns: [turns].flat().map(turn => inConversation(index, turn))
        }))
      )
    })
  }
}

const inConversation = (index: number, turn: string): string => `${index}:${turn}`
