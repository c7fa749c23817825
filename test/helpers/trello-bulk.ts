import type { Test } from 'tap'
import type { FaultAnswer } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { buildServer } from '../../sandbox/trello/server.ts'
import { type Action, type Card, having, type State } from '../../sandbox/trello/state/model.ts'
import { seedState } from '../../sandbox/trello/state/seed.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { type BulkTurn, connect } from '../../src/tools/trello/client/connection.ts'
import { trello } from '../../src/tools/trello/tool.ts'
import type { About, AdapterContract, Bench } from '../bulk/adapter-contract.ts'
import { quiet } from './bulk.ts'
import { type JobHouse, openJobHouse } from './job-house.ts'
import { clientOf, controlOf, type StandInControl } from './stand-in.ts'

/** Three open cards of the Playground, which all are in To do, have the label Later, and are assigned to one member each. */
export const LATER = { board: 'Playground', list: 'To do', label: 'Later' }
/** Fits no card. */
export const NONE = { board: 'Playground', name_contains: 'no card has this' }

export const PLAYGROUND = { name: 'Playground', id: '697951805eed000000000220' }
export const TO_DO = { name: 'To do', id: '69795f905eed000000000221' }
export const LABEL_LATER = { name: 'Later', id: '6979b3f05eed000000000227' }
/** Names of a selection that no board, list, label or member has, or that several have. */
export const UNKNOWN_NAMES = [
  { input: { ...LATER, board: 'Playgrond' }, path: 'board', suggestions: ['Playground'] },
  { input: { board: 'Ideas' }, path: 'board', suggestions: ['697bbc405eed00000000024c', '697c02905eed000000000251'] },
  { input: { ...LATER, list: 'Todo' }, path: 'list', suggestions: ['To do'] },
  { input: { ...LATER, label: 'Latr' }, path: 'label', suggestions: ['Later'] },
  { input: { ...LATER, label: 'Review' }, path: 'label', suggestions: ['697997d05eed000000000225', '6979a5e05eed000000000226'] },
  { input: { ...LATER, member: 'amra' }, path: 'member', suggestions: ['amara'] },
  { input: { ...LATER, member: 'Alex Kim' }, path: 'member', suggestions: ['695bb5d05eed000000000005', '695bc3e05eed000000000006'] }
]

export const withAction = (names: typeof UNKNOWN_NAMES, action: Record<string, unknown>) =>
  names.map(({ input, ...rest }) => ({ input: { ...input, ...action }, ...rest }))

interface Kit {
  /** Somebody else changes the card in what the action is about. */
  changed?: (card: Card, state: State) => void
  /** What is there before the check begins. */
  first?: (state: State) => void
  /** All that the action could change; default: the cards. */
  seen?: (state: State) => unknown
  /** How an item is refused; default: as what makes no sense. */
  refused?: FaultAnswer
  /** Which writes are meant by the id of an item. */
  writes?: (id: string) => { path: string; body?: string }
}

/** Opens a stand-in in its first state, with the client that speaks to it. */
export const opener =
  ({ changed, first, seen = cardsOf, writes = ofCard, refused = { status: 400, body: 'invalid value' } }: Kit): AdapterContract['open'] =>
  async (t: Test): Promise<Bench> => {
    const state = seedState()
    first?.(state)
    const server = buildServer({ limits: { token: 100_000, key: 300_000 }, state })
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(address)
    const client = await clientOf(t, trello, { url: `${address}/1`, key: KEY, token: 'sandbox-token' })
    const failWrites = async (id: string, answer: Parameters<typeof control.failNext>[1]): Promise<void> => {
      for (const method of ['PUT', 'POST', 'DELETE']) await control.failNext({ method, ...writes(id) }, answer, 9)
    }
    return {
      client,
      ledger: control,
      state: async () => structuredClone(seen(state)),
      fail: {
        item: id => failWrites(id, refused),
        rate_limit: id => failWrites(id, { status: 429, body: { error: 'API_TOKEN_LIMIT_EXCEEDED', message: 'Rate limit exceeded' } }),
        credential: id => failWrites(id, { status: 401, body: 'invalid token' }),
        lost: id => failWrites(id, { cut: true, after: true }),
        ...(changed && {
          async changed(id: string) {
            for (const card of having(state.cards, card => card.id === id)) changed(card, state)
          }
        }),
        async count() {
          await control.failNext({ method: 'GET', path: '/(boards|lists)/[^/]+/cards' }, { status: 400, body: 'invalid value for filter' })
          return 'invalid value for filter'
        }
      }
    }
  }

export interface CardJobs extends JobHouse, StandInControl {
  state: State
  /** What a part of an action is handed. */
  turn: BulkTurn
}

/** Real jobs over a real Redis, and a stand-in whose cards the test may look into. */
export async function openJobs(t: Test, adapters: BulkAdapter[]): Promise<CardJobs> {
  const state = seedState()
  const server = buildServer({ limits: { token: 100_000, key: 300_000 }, state })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const settings = { url: `${address}/1`, key: KEY, token: 'sandbox-token', timeout: 30, max_retries: 3, verify_ssl: true }
  const client = await connect(settings, { instance: 'default', log: quiet, budget: undefined, lane: 'bulk' })
  const turn = { client, signal: new AbortController().signal, observe: () => undefined }
  return { ...(await openJobHouse(t, adapters, client)), ...controlOf(address), state, turn }
}

const ofCard = (id: string) => ({ path: `/cards/${id}` })

/** But for when they were changed: that is not what an action is about. */
export const cardsOf = ({ cards }: State): unknown => [...cards.values()].map(({ dateLastActivity: _changed, ...card }) => card)

export const commentsOf = ({ actions }: State): Partial<Action>[] =>
  [...actions.values()]
    .map(({ idCard, text, idMemberCreator }) => ({ idCard, text, idMemberCreator }))
    .toSorted((a, b) => `${a.idCard} ${a.text}`.localeCompare(`${b.idCard} ${b.text}`))

/** What a request is for. */
export function about({ method, path, query }: Received): About {
  const [, card] = /\/cards\/([^/]+)/.exec(path) ?? []
  if (method !== 'GET') return { kind: 'write', ids: [card ?? ''] }
  if (/\/(boards|lists)\/[^/]+\/cards/.test(path)) return { kind: 'list', most: Number(new URLSearchParams(query).get('limit')) }
  return { kind: card === undefined ? 'other' : 'item' }
}
