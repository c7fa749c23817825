import { READS, type Reads, WRITES, type Writes } from '../graph/api.ts'
import { isLocked } from './failures.ts'
import { type Engine, type Find, readingIn, type Session, writingIn } from './session.ts'

/** One operation on the graph of a namespace. */
export interface Asked {
  kind: 'read' | 'write'
  name: string
  namespace: string
  input: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: the answer is that of the operation named
export type Ask = (asked: Asked, signal?: AbortSignal) => Promise<any>

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
 * Does several writes in one transaction, so that the disk is waited for once. One that fails has a transaction of its own, and so have those
 * before it and those behind it: a savepoint before each would make FTS5 write its index as often. What the file is locked for, fails at once:
 * each would wait as long as the first.
 */
export async function performAll(engine: Engine, all: readonly Asked[], now: () => number = Date.now): Promise<End[]> {
  const answers: unknown[] = []
  try {
    await inOne(engine, all, now, answers)
    return answers.map(answer => ({ answer }))
  } catch (error) {
    const [failed] = all.slice(answers.length)
    if (all.length <= 1 || isLocked(error) || !failed) return all.map(() => ({ error }))
    const apart = [all.slice(0, answers.length), [failed], all.slice(answers.length + 1)]
    const ends: End[] = []
    for (const part of apart) ends.push(...(part.length === 0 ? [] : await performAll(engine, part, now)))
    return ends
  }
}

/** `answers`: of those that are done so far. */
const inOne = (engine: Engine, all: readonly Asked[], now: () => number, answers: unknown[]): Promise<void> =>
  engine.writing(async (db, find) => {
    const findOnce = remembering(find)
    for (const asked of all)
      answers.push(await writingIn({ ...engine, db }, findOnce, asked.namespace, now, session => workOf(asked)(session, asked.input)))
  })

/** Within one transaction: a namespace is never deleted. */
function remembering(find: Find): Find {
  const known = new Map<string, number>()
  return async (db, name) => {
    const id = known.get(name) ?? (await find(db, name))
    if (id !== undefined) known.set(name, id)
    return id
  }
}

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
