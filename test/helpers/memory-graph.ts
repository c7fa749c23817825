import path from 'node:path'
import type { Test } from 'tap'
import { openPostgres } from '../../src/tools/memory/store/database/postgres.ts'
import { openSqlite } from '../../src/tools/memory/store/database/sqlite.ts'
import { type Graph, perform } from '../../src/tools/memory/store/perform.ts'
import type { Engine } from '../../src/tools/memory/store/session.ts'
import { temporaryFolder } from './app.ts'
import { newDatabase, noPostgres } from './postgres.ts'

/** A graph whose clock is set by the test. */
export interface ClockedGraph extends Graph {
  at: (time: string) => void
}

export interface Bench {
  engine: Engine
  /** A new, empty graph. */
  graph: (clock?: () => number) => ClockedGraph
}

let namespaces = 0

export function benchOver(engine: Engine): Bench {
  return {
    engine,
    graph(clock) {
      const namespace = `test-${++namespaces}`
      let now = Date.parse('2026-01-01T00:00:00Z')
      const asking = (kind: 'read' | 'write') => (name: string, input: unknown) =>
        // biome-ignore lint/suspicious/noExplicitAny: the result type depends on the operation
        perform(engine, { kind, name, namespace, input }, clock ?? (() => now)) as Promise<any>
      return {
        read: asking('read'),
        write: asking('write'),
        at: time => {
          now = Date.parse(time)
        }
      }
    }
  }
}

/** Runs the same tests over every database. */
export function onEveryDatabase(t: Test, tests: (t: Test, bench: Bench) => Promise<void>): void {
  t.test('SQLite', async t => {
    const engine = await openSqlite(path.join(await temporaryFolder(t), 'memory.sqlite'), { writes: true })
    t.teardown(() => engine.close())
    await tests(t, benchOver(engine))
  })
  t.test('PostgreSQL', noPostgres === undefined ? {} : { skip: noPostgres }, async t => {
    const engine = await openPostgres(await newDatabase())
    t.teardown(() => engine.close())
    await tests(t, benchOver(engine))
  })
}
