import { READS, type Reads, WRITES, type Writes } from '../graph/api.ts'
import { isLocked } from './errors.ts'
import { type Engine, type FindNamespace, runRead, runWrite, type Session } from './session.ts'

/** One operation on the graph of a namespace. */
export interface GraphRequest {
  kind: 'read' | 'write'
  name: string
  namespace: string
  input: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: the result type depends on the operation
export type SendRequest = (request: GraphRequest, signal?: AbortSignal) => Promise<any>

// biome-ignore lint/suspicious/noExplicitAny: names and inputs are type-checked by the caller
type Work = (session: Session, input: any) => Promise<unknown>

const OPERATIONS: Readonly<Record<GraphRequest['kind'], Readonly<Record<string, Work>>>> = { read: READS, write: WRITES }

/** Runs one operation in a transaction. */
export async function perform(engine: Engine, request: GraphRequest, now: () => number = Date.now): Promise<unknown> {
  const { kind, namespace, input } = request
  const work = operationFor(request)
  if (kind === 'read') return await runRead(engine, namespace, now, session => work(session, input))
  return await engine.writing((db, find) => runWrite({ ...engine, db }, find, namespace, now, session => work(session, input)))
}

export type Outcome = { result: unknown } | { error: unknown }

/**
 * Runs several writes in one transaction, so that the disk is flushed once. If one fails, it runs again in a separate transaction, as do
 * the writes before it and those after it: a savepoint per write would make FTS5 flush its index each time. If the file is locked, all
 * fail at once, because each would wait as long as the first.
 */
export async function performAll(engine: Engine, all: readonly GraphRequest[], now: () => number = Date.now): Promise<Outcome[]> {
  const results: unknown[] = []
  try {
    await inOneTransaction(engine, all, now, results)
    return results.map(result => ({ result }))
  } catch (error) {
    const [failed] = all.slice(results.length)
    if (all.length <= 1 || isLocked(error) || !failed) return all.map(() => ({ error }))
    const apart = [all.slice(0, results.length), [failed], all.slice(results.length + 1)]
    const ends: Outcome[] = []
    for (const part of apart) ends.push(...(part.length === 0 ? [] : await performAll(engine, part, now)))
    return ends
  }
}

/** `results`: those of the completed writes. */
const inOneTransaction = (engine: Engine, all: readonly GraphRequest[], now: () => number, results: unknown[]): Promise<void> =>
  engine.writing(async (db, find) => {
    const findOnce = cachedLookup(find)
    for (const request of all)
      results.push(
        await runWrite({ ...engine, db }, findOnce, request.namespace, now, session => operationFor(request)(session, request.input))
      )
  })

/** Valid within one transaction: a namespace is never deleted. */
function cachedLookup(find: FindNamespace): FindNamespace {
  const known = new Map<string, number>()
  return async (db, name) => {
    const id = known.get(name) ?? (await find(db, name))
    if (id !== undefined) known.set(name, id)
    return id
  }
}

function operationFor({ kind, name }: GraphRequest): Work {
  const work = OPERATIONS[kind][name]
  if (!work) throw new Error(`A graph has no ${kind} ${name}`)
  return work
}

type InputOf<Api, Name extends keyof Api> = Api[Name] extends (session: Session, input: infer Input) => unknown ? Input : undefined
type AnswerOf<Api, Name extends keyof Api> = Api[Name] extends (...given: never[]) => Promise<infer Answer> ? Answer : never

/** The graph of one namespace, wherever it is stored. */
export interface Graph {
  read: <Name extends keyof Reads & string>(name: Name, input: InputOf<Reads, Name>) => Promise<AnswerOf<Reads, Name>>
  write: <Name extends keyof Writes & string>(name: Name, input: InputOf<Writes, Name>) => Promise<AnswerOf<Writes, Name>>
}

/** The storage of all graphs. */
export interface Store {
  /** `signal`: aborted when the caller no longer waits for results. */
  graph: (namespace: string, signal?: AbortSignal) => Graph
  /** Rejects if the database cannot be opened. */
  ready: () => Promise<unknown>
  close: () => Promise<void>
}
