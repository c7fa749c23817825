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
export async function perform(engine: Engine, { kind, name, namespace, input }: Asked, now: () => number = Date.now): Promise<unknown> {
  const work = works[kind][name]
  if (!work) throw new Error(`A graph has no ${kind} ${name}`)
  const run = kind === 'read' ? readingIn : writingIn
  return await run(engine, namespace, now, session => work(session, input))
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
  graph: (namespace: string) => Graph
  /** Rejects where the database cannot be opened. */
  ready: () => Promise<unknown>
  close: () => Promise<void>
}
