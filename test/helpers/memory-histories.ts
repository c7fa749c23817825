import fc from 'fast-check'
import { OperationError } from '../../src/contract/errors.ts'
import type { AsOf } from '../../src/tools/memory/graph/as-of.ts'
import type { Bench, ClockedGraph } from './memory-graph.ts'

/** Times are days from here on; an event happens at its index in the history. */
const FIRST = Date.parse('2026-01-01T00:00:00Z')
const DAY = 86_400_000
const day = (number: number): number => FIRST + number * DAY
const text = (number: number): string => new Date(day(number)).toISOString()

const NAMES = ['A', 'B'] as const
const RELATIONS = ['knows', 'uses'] as const

interface Triple {
  from: string
  relation: string
  to: string
}

type Adding = { triple: Triple; kind: 'add'; start: number | null | undefined; end: number | undefined }

/**
 * `tick`: days that pass before it. Times are days; null is unbounded, undefined is not given. `place`: index among the links created so
 * far, wrapping around.
 */
type Event = { tick: number } & (
  | Adding
  | { triple: Triple; kind: 'end'; end: number | undefined }
  | { kind: 'end by id'; place: number; end: number | undefined }
)

const tick = fc.integer({ min: 0, max: 2 })
const moment = fc.integer({ min: -3, max: 14 })
const someMoment = fc.option(moment, { nil: undefined, freq: 3 })

/** A frequent relation, because most errors concern two links with the same three parts. */
const triple = fc.oneof(
  { arbitrary: fc.constant<Triple>({ from: 'A', relation: 'knows', to: 'B' }), weight: 3 },
  fc.record({ from: fc.constantFrom(...NAMES), relation: fc.constantFrom(...RELATIONS), to: fc.constantFrom(...NAMES) })
)
const start = fc.oneof({ arbitrary: fc.constant(undefined), weight: 1 }, fc.constant(null), { arbitrary: moment, weight: 3 })
const add = fc.record({ triple, tick, kind: fc.constant('add' as const), start, end: someMoment })
const end = fc.record({ triple, tick, kind: fc.constant('end' as const), end: someMoment })
const endById = fc.record({ tick, kind: fc.constant('end by id' as const), place: fc.nat({ max: 9 }), end: someMoment })
const event = fc.oneof({ arbitrary: add, weight: 4 }, end, endById)

export const history = fc.record({
  events: fc.array(event, { minLength: 1, maxLength: 10 }),
  questions: fc.array(fc.record({ as_of: fc.option(moment, { nil: undefined }), known_at: someMoment }), { minLength: 1, maxLength: 3 })
})
export type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

const AB: Triple = { from: 'A', relation: 'knows', to: 'B' }

/**
 * Cases that random histories rarely produce: an end by ID that overlaps the next link with the same parts, and an end without a start
 * after a link that ended.
 */
export const TOLD_ALWAYS: [History][] = [
  [
    {
      events: [
        { triple: AB, tick: 0, kind: 'add', start: undefined, end: 1 },
        { triple: AB, tick: 0, kind: 'add', start: 1, end: undefined },
        { tick: 0, kind: 'end by id', place: 0, end: 2 }
      ],
      questions: [{ as_of: 1, known_at: undefined }]
    }
  ],
  [
    {
      events: [
        { triple: AB, tick: 0, kind: 'add', start: -3, end: -1 },
        { triple: AB, tick: 1, kind: 'add', start: undefined, end: 9 },
        { triple: AB, tick: 1, kind: 'add', start: undefined, end: 9 }
      ],
      questions: [{ as_of: 2, known_at: undefined }]
    }
  ]
]

interface Fact extends Triple {
  start: number
  end: number
  /** Its end was recorded after it was created. */
  wasEnded: boolean
}

/** A naive model: what is known on a day is the result of the events up to then, applied one after another. It has one time axis only. */
function knownOn(events: readonly Event[], known: number): Fact[] {
  const facts: Fact[] = []
  let now = 0
  for (const event of events) {
    now += event.tick
    if (now > known) break
    if (event.kind === 'end by id') tellEndOf(facts, event, now)
    else if (event.kind === 'add') tellAdd(facts, sameAs(facts, event.triple), event, now)
    else tellEnd(sameAs(facts, event.triple), event.end ?? now, now)
  }
  return facts
}

const sameAs = (facts: Fact[], { from, relation, to }: Triple): Fact[] =>
  facts.filter(fact => fact.from === from && fact.relation === relation && fact.to === to)

const ALWAYS = Number.NEGATIVE_INFINITY
const NEVER = Number.POSITIVE_INFINITY

/** Without a start: always; if the same link has already ended: from now on, unless the new end is earlier. */
function tellAdd(facts: Fact[], same: Fact[], event: Adding, now: number): void {
  const stop = event.end ?? NEVER
  const again = event.start === undefined && stop > now && same.some(fact => fact.end <= now)
  const start = again ? now : (event.start ?? ALWAYS)
  if (stop <= start) return // refused
  const daysShared = (fact: Fact): boolean => Math.max(fact.start, start) < Math.min(fact.end, stop)
  if (same.some(daysShared)) return // known already, or refused
  facts.push({ ...event.triple, start, end: stop, wasEnded: false })
}

function tellEnd(same: Fact[], stop: number, now: number): void {
  const running = same.filter(fact => isRunning(fact, now))
  endOne(running.find(({ start, end }) => start <= stop && stop < end) ?? running[0], same, stop)
}

function tellEndOf(facts: Fact[], { place, end }: { place: number; end: number | undefined }, now: number): void {
  const fact = facts[place % facts.length]
  if (fact && isRunning(fact, now)) endOne(fact, sameAs(facts, fact), end ?? now)
}

const isRunning = ({ wasEnded, end }: Fact, now: number): boolean => !wasEnded && end > now

function endOne(fact: Fact | undefined, same: Fact[], stop: number): void {
  if (!fact || stop < fact.start) return
  const runsInto = same.some(other => other !== fact && Math.max(other.start, fact.start) < Math.min(other.end, stop))
  if (runsInto) return // refused
  Object.assign(fact, { end: stop, wasEnded: true })
}

const holding = (facts: Fact[], on: number): string[] =>
  facts
    .filter(({ start, end }) => start <= on && on < end)
    .map(
      ({ from, relation, to, start, end }) =>
        `${from} ${relation} ${to} ${start === ALWAYS ? null : text(start)} ${end === NEVER ? null : text(end)}`
    )
    .toSorted()

/** Applies the events to a graph, runs the queries, and compares. */
export async function plays(bench: Bench, { events, questions }: History): Promise<void> {
  const graph = bench.graph()
  let now = 0
  const made: number[] = []
  for (const event of events) {
    now += event.tick
    graph.at(text(now))
    await applyEvent(graph, event, made).catch(ifRefused)
  }
  for (const [place, { as_of, known_at }] of questions.entries()) {
    const expected = holding(knownOn(events, known_at ?? now), as_of ?? now)
    const time = { as_of: as_of === undefined ? undefined : day(as_of), known_at: known_at === undefined ? undefined : day(known_at) }
    const answers = await Promise.all(NAMES.map(name => graph.read('getObject', { name, limit: 100, ...time }).catch(ifRefused)))
    compare(
      'getObject',
      answers.flatMap(answer => answer?.outgoing ?? []),
      expected,
      { as_of, known_at }
    )
    if (place === 0) await askOtherwise(graph, time, expected)
  }
}

const given = (number: number | null | undefined) => (typeof number === 'number' ? day(number) : number)

/** `made`: IDs of the links so far. */
async function applyEvent(graph: ClockedGraph, event: Event, made: number[]): Promise<void> {
  const invalid_at = given(event.end) ?? undefined
  if (event.kind === 'add') {
    const { created, link } = await graph.write('addLink', { ...event.triple, valid_at: given(event.start), invalid_at })
    if (created) made.push(Number(link.id))
  } else {
    const id = event.kind === 'end by id' ? made[event.place % made.length] : undefined
    if (event.kind === 'end') await graph.write('invalidateLink', { which: event.triple, invalid_at })
    else if (id !== undefined) await graph.write('invalidateLink', { which: { id }, invalid_at })
  }
}

/** The same through search and traversal. */
async function askOtherwise(graph: ClockedGraph, time: AsOf, expected: string[]): Promise<void> {
  const words = { query: RELATIONS.join(' '), match: 'any', kind: 'link', offset: 0, limit: 100 } as const
  const { items } = await graph.read('search', { ...words, ...time })
  compare(
    'search',
    items.flatMap(({ link }) => link ?? []),
    expected,
    time
  )
  const [first] = NAMES
  const around = await graph
    .read('getNeighbourhood', { name: first, depth: 2, budget: 100, after: undefined, direction: 'both', ...time })
    .catch(ifRefused)
  const links = around?.links.filter(({ from, to }) => from === first || to === first)
  const near = expected.filter(link => link.startsWith(`${first} `) || link.includes(` ${first} `))
  if (links) compare('getNeighbourhood', links, near, time)
}

interface Recorded {
  from: string
  relation: string
  to: string
  valid_at: string | null
  invalid_at: string | null
}

function compare(name: string, links: Recorded[], expected: string[], { as_of, known_at }: AsOf): void {
  const found = links
    .map(({ from, relation, to, valid_at, invalid_at }) => `${from} ${relation} ${to} ${valid_at} ${invalid_at}`)
    .toSorted()
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(
      `${name} as of ${as_of}, known on ${known_at}: the graph returns ${JSON.stringify(found)}, the model ${JSON.stringify(expected)}`
    )
}

function ifRefused(error: unknown): undefined {
  if (error instanceof OperationError) return undefined
  throw error
}
