import type { Turn } from './context.ts'
import type { Settled, Step, Taken } from './ledger.ts'

/** Writes the results of a turn, and takes further items: one step at a time, while further results gather. */
export function createPen(turn: Turn, underWay: { many: () => number; indexes: () => number[] }) {
  const { epoch, ledger } = turn
  const handedOver = new Set<number>()
  const ran = stopwatch()
  let results: Settled[] = []

  async function write(want: number): Promise<Step> {
    const step = { underWay: underWay.many(), want, ranMs: ran(), results }
    results = []
    try {
      const answer = await ledger.advance(epoch, step)
      for (const { index } of step.results) handedOver.delete(index)
      return answer
    } catch (error) {
      results = [...step.results, ...results] // it was perhaps never written: twice does no harm
      throw error
    }
  }

  return {
    note: (settled: Settled): void => {
      results.push(settled)
    },
    isEmpty: () => results.length === 0,
    handOver: (taken: Taken[]): void => {
      for (const { index } of taken) handedOver.add(index)
    },

    /** Writes the results so far and begins further items. */
    async step(want: number): Promise<Step> {
      const step = await write(want)
      if (step.kind !== 'lost') return step
      const mine = [...underWay.indexes(), ...results.map(({ index }) => index)]
      return (await putRight(turn, mine, handedOver)) ? await write(want) : { kind: 'fenced' }
    }
  }
}

/** After a lost answer: tells the job what is under way. False where another worker has it. */
async function putRight({ ledger, epoch, meta }: Turn, mine: number[], handedOver: Set<number>): Promise<boolean> {
  const astray = [...handedOver].filter(index => !mine.includes(index))
  const kept = await ledger.resync(epoch, mine, astray)
  if (kept !== undefined && kept !== mine.length) {
    throw new Error(`Job ${meta.id} knows of ${kept} items under way, its worker of ${mine.length}`)
  }
  return kept !== undefined
}

/** Answers the milliseconds since it was last asked. */
function stopwatch(): () => number {
  let since = performance.now()
  return () => {
    const before = since
    since = performance.now()
    return since - before
  }
}
