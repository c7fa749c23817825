import type { Test } from 'tap'
import type { FaultResponse } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import { KEY } from '../../sandbox/trello/credentials.ts'
import { buildServer } from '../../sandbox/trello/server.ts'
import { type Action, type Card, having, type State } from '../../sandbox/trello/state/model.ts'
import { seedState } from '../../sandbox/trello/state/seed.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { connect, type TrelloBulkCall } from '../../src/tools/trello/client/connection.ts'
import { trello } from '../../src/tools/trello/tool.ts'
import type { AdapterContract, RequestKind, TestSystem } from '../jobs/adapter-contract.ts'
import { silentLog } from './bulk.ts'
import { type JobFixture, openJobFixture } from './job-fixture.ts'
import { clientOf, controlOf, type SandboxControl } from './sandbox-control.ts'

/** Three open cards of the Playground, in To do, with the label Later and one member each. */
export const LATER = { board: 'Playground', list: 'To do', label: 'Later' }
/** Matches no card. */
export const NONE = { board: 'Playground', name_contains: 'no card has this' }

export const PLAYGROUND = { name: 'Playground', id: '697951805eed000000000220' }
export const TO_DO = { name: 'To do', id: '69795f905eed000000000221' }
export const LABEL_LATER = { name: 'Later', id: '6979b3f05eed000000000227' }
/** Selections with names that match no board, list, label or member, or several of them. */
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
  /** Another user changes the property of the card that the action changes. */
  changed?: (card: Card, state: State) => void
  /** Prepares the state before the check. */
  first?: (state: State) => void
  /** Returns everything that the action could change; default: the cards. */
  seen?: (state: State) => unknown
  /** The response that refuses an item; default: an invalid value. */
  refused?: FaultResponse
  /** Returns the pattern of the writes for the ID of an item. */
  writes?: (id: string) => { path: string; body?: string }
}

/** Starts a sandbox server in its initial state, with a client. */
export const opener =
  ({ changed, first, seen = cardsOf, writes = ofCard, refused = { status: 400, body: 'invalid value' } }: Kit): AdapterContract['open'] =>
  async (t: Test): Promise<TestSystem> => {
    const state = seedState()
    first?.(state)
    const server = buildServer({ limits: { token: 100_000, key: 300_000 }, state })
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    t.teardown(() => server.close())
    const control = controlOf(address)
    const settings = { url: `${address}/1`, key: KEY, token: 'sandbox-token' }
    const client = await clientOf(t, trello, settings)
    const failWrites = async (id: string, response: Parameters<typeof control.failNext>[1]): Promise<void> => {
      for (const method of ['PUT', 'POST', 'DELETE']) await control.failNext({ method, ...writes(id) }, response, 9)
    }
    return {
      client,
      requestLog: control,
      settings,
      grow: many => addCards(state, many),
      http: { ...control, writes: '' },
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

/** Adds copies of a card that matches LATER. */
function addCards({ cards }: State, many: number): void {
  const card = [...cards.values()].find(({ idList, idLabels }) => idList === TO_DO.id && idLabels.includes(LABEL_LATER.id))
  for (let n = 1; card && n <= many; n++) {
    const id = `${card.id.slice(0, 8)}${n.toString(16).padStart(16, 'f')}`
    const own = { id, idShort: 9_000 + n, shortLink: `Copy${String(n).padStart(4, '0')}`, name: `${card.name} ${n}`, pos: card.pos + n }
    cards.set(id, { ...card, ...own, idLabels: [...card.idLabels], idMembers: [...card.idMembers], attachments: [] })
  }
}

export interface CardJobs extends JobFixture, SandboxControl {
  state: State
  /** The call that is passed to each part of an adapter. */
  call: TrelloBulkCall
}

/** Opens real jobs with a real Redis, and a sandbox whose cards the test can read. */
export async function openJobs(t: Test, adapters: BulkAdapter[]): Promise<CardJobs> {
  const state = seedState()
  const server = buildServer({ limits: { token: 100_000, key: 300_000 }, state })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const settings = { url: `${address}/1`, key: KEY, token: 'sandbox-token', timeout: 30, max_retries: 3, verify_ssl: true }
  const client = await connect(settings, { instance: 'default', log: silentLog, budget: undefined, lane: 'bulk' })
  const call = { client, signal: new AbortController().signal, observe: () => undefined }
  return { ...(await openJobFixture(t, adapters, client)), ...controlOf(address), state, call }
}

const ofCard = (id: string) => ({ path: `/cards/${id}` })

/** Returns the cards without the times of their last changes, which actions do not set. */
export const cardsOf = ({ cards }: State): unknown => [...cards.values()].map(({ dateLastActivity: _changed, ...card }) => card)

export const commentsOf = ({ actions }: State): Partial<Action>[] =>
  [...actions.values()]
    .map(({ idCard, text, idMemberCreator }) => ({ idCard, text, idMemberCreator }))
    .toSorted((a, b) => `${a.idCard} ${a.text}`.localeCompare(`${b.idCard} ${b.text}`))

/** Returns the kind of a request. */
export function classify({ method, path, query }: Received): RequestKind {
  const [, card] = /\/cards\/([^/]+)/.exec(path) ?? []
  if (method !== 'GET') return { kind: 'write', ids: [card ?? ''] }
  if (/\/(boards|lists)\/[^/]+\/cards/.test(path)) return { kind: 'list', most: Number(new URLSearchParams(query).get('limit')) }
  return { kind: card === undefined ? 'other' : 'item' }
}
