import { READS, type Reads, WRITES, type Writes } from '../graph/api.ts'
import { type Engine, readingIn, type Session, writingIn } from './session.ts'

/** One operation on the graph of a namespace. */
export interface Asked {
  kind: 'read' | 'write'
  name: string
  namespace: string
  input: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: names and inputs were matched where the call was made
type Work = (session: Session, input: any) => Promise<unknown>

const works: Readonly<Record<Asked['kind'], Readonly<Record<string, Work>>>> = { read: READS, write: WRITES }

/** Does it in one transaction. */
export async function perform(engine: Engine, asked: Asked, now: () => number = Date.now): Promise<unknown> {
  const { kind, namespace, input } = asked
  const work = workOf(asked)
  if (kind === 'read') return await readingIn(engine, namespace, now, session => work(session, input))
  return await engine.writing((db, find) => writingIn({ ...engine, db }, find, namespace, now, session => work(session, input)))
}

export type End = { answer: unknown } | { error: unknown }

/**
 * Does several writes in one transaction, so that the disk is waited for once. Where one fails, each has a transaction of its own instead:
 * a savepoint before each would make FTS5 write its index as often.
 */
export async function performAll(engine: Engine, all: readonly Asked[], now: () => number = Date.now): Promise<End[]> {
  const together = all.length > 1 ? await inOne(engine, all, now).catch(() => undefined) : undefined
  if (together) return together.map(answer => ({ answer }))
  const ends: End[] = []
  for (const asked of all)
    ends.push(
      await perform(engine, asked, now).then(
        answer => ({ answer }),
        error => ({ error })
      )
    )
  return ends
}

const inOne = (engine: Engine, all: readonly Asked[], now: () => number): Promise<unknown[]> =>
  engine.writing(async (db, find) => {
    const answers: unknown[] = []
    for (const asked of all)
      answers.push(await writingIn({ ...engine, db }, find, asked.namespace, now, session => workOf(asked)(session, asked.input)))
    return answers
  })

function workOf({ kind, name }: Asked): Work {
  const work = works[kind][name]
  if (!work) throw new Error(`A graph has no ${kind} ${name}`)
  return work
}

type InputOf<Api, Name extends keyof Api> = Api[Name] extends (session: Session, input: infer Input) => unknown ? Input : undefined
type AnswerOf<Api, Name extends keyof Api> = Api[Name] extends (...given: never[]) => Promise<infer Answer> ? Answer : never

/** The graph of one namespace, wherever it is. */
export interface Graph {
  read: <Name extends keyof Reads & string>(name: Name, input: InputOf<Reads, Name>) => Promise<AnswerOf<Reads, Name>>
  write: <Name extends keyof Writes & string>(name: Name, input: InputOf<Writes, Name>) => Promise<AnswerOf<Writes, Name>>
}

/** Where graphs are kept. */
export interface Store {
  /** `signal`: of whoever waits for its answers. */
  graph: (namespace: string, signal?: AbortSignal) => Graph
  /** Rejects where the database cannot be opened. */
  ready: () => Promise<unknown>
  close: () => Promise<void>
}
