import { outsideConstraints, useOnly } from '../../../contract/constraints.ts'
import { ifMissing } from '../../../contract/each-item.ts'
import type { OperationError } from '../../../contract/errors.ts'
import { below, isRow, type Row, rows, text, textOrNull } from '../../../lib/row.ts'
import type { Request, Trello, TrelloCall } from './connection.ts'
import { isId } from './match-name.ts'

/** Time for which the board of something is cached: it may be moved to another one. */
const KNOWN_MS = 5_000

/** What a request names, and where its board is read. */
const KINDS = ['boards', 'cards', 'lists', 'checklists', 'labels', 'actions'] as const
type Kind = (typeof KINDS)[number]

/** Properties of requests that name something. */
const PROPERTIES: readonly [property: string, kind: Kind][] = [
  ['idBoard', 'boards'],
  ['idBoards', 'boards'],
  ['idBoardSource', 'boards'],
  ['idList', 'lists'],
  ['idCard', 'cards'],
  ['idCardSource', 'cards'],
  ['idChecklistSource', 'checklists']
]

/** Paths at which something is created in what the request names. */
const CREATING = ['cards', 'lists', 'labels', 'checklists']

/**
 * Returns the client for a key that is limited to boards. It checks each request: whatever one names must be on one of the boards, and a request that names
 * nothing is not sent. Lists over several boards contain only what is on these. What does not exist is refused like what is on another board.
 */
export function limitToBoards(trello: Trello, limits: ReadonlyMap<string, readonly string[]>): Trello {
  const values = limits.get('board') ?? []
  const only = values.map(id => id.toLowerCase())
  const outside = (): OperationError => outsideConstraints(useOnly('board', values, 'Trello'))
  const boardOf = createBoardLookup(trello)

  async function check(request: Request, call: TrelloCall): Promise<void> {
    if (isOwnName(request)) return
    const named = namedIn(request)
    if (named.length === 0) throw outside()
    for (const [kind, id] of named) {
      const board = boardOf(kind, id, call)
      if (!only.includes(request.was_seen ? await board : await board.catch(ifMissing('')))) throw outside()
    }
  }

  return {
    async row(request, call) {
      if (request.path === 'search') {
        const row = await trello.row(withOnlyBoards(request, only, outside), call)
        return { ...row, cards: rows(row, 'cards').filter(card => only.includes(text(card, 'idBoard'))) }
      }
      await check(request, call)
      return await trello.row(request, call)
    },
    async rows(request, call) {
      const property = LISTS.get(request.path)
      if (property !== undefined) return (await trello.rows(request, call)).filter(row => only.includes(text(row, property)))
      await check(request, call)
      return await trello.rows(request, call)
    },
    async send(request, call) {
      await check(request, call)
      await trello.send(request, call)
    },
    async download(request, call) {
      await check(request, call)
      return await trello.download(request, call)
    }
  }
}

/** Lists over several boards, each with the property of its rows that is the ID of a board. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['members/me/boards', 'id'],
  ['members/me/cards', 'idBoard']
])

/** Other fields, and boards, would be read with the query. */
const isOwnName = ({ path, method = 'GET', query = {} }: Request): boolean =>
  path === 'members/me' && method === 'GET' && Object.keys(query).every(name => name === 'fields') && query['fields'] === 'username'

/** A search over all boards becomes one over the allowed ones. */
function withOnlyBoards(request: Request, only: readonly string[], outside: () => OperationError): Request {
  const { idBoards } = request.query ?? {}
  const boards = idBoards === 'mine' ? only : only.filter(id => id === String(idBoards).toLowerCase())
  if (boards.length === 0) throw outside()
  return { ...request, query: { ...request.query, idBoards: boards.join(',') } }
}

/** Returns everything that a request names; nothing if it is of an unknown kind. */
function namedIn({ path, query = {}, json }: Request): [kind: Kind, id: string][] {
  const [, first, id] = /^([a-z]+)\/([^/]+)(?:\/|$)/.exec(path) ?? []
  const kind = KINDS.find(known => known === first)
  const inPath: [Kind, string][] = kind === undefined || id === undefined ? [] : [[kind, decodeURIComponent(id)]]
  if (inPath.length === 0 && !CREATING.includes(path)) return []
  const sent = { ...query, ...(isRow(json) && json) }
  const inProperties = PROPERTIES.flatMap(([property, kind]): [Kind, string][] => {
    const value = textOrNull(sent, property)
    return value === null ? [] : [[kind, value]]
  })
  return [...inPath, ...inProperties]
}

function createBoardLookup(trello: Trello) {
  const known = new Map<string, { board: string; until: number }>()
  const lookUp = async (kind: Kind, id: string, call: TrelloCall): Promise<string> => {
    const read = (fields: string): Promise<Row> => trello.row({ path: `${kind}/${id}`, query: { fields } }, call)
    if (kind === 'boards') return isId(id) ? id.toLowerCase() : text(await read('name'), 'id')
    if (kind !== 'actions') return text(await read('idBoard'), 'idBoard')
    // A card takes its comments along to another board.
    const card = text(below(await read('data'), 'data', 'card'), 'id')
    return await boardOf('cards', card, call)
  }
  const boardOf = async (kind: Kind, id: string, call: TrelloCall): Promise<string> => {
    const key = `${kind}/${id}`
    const cached = known.get(key)
    if (cached && performance.now() < cached.until) return cached.board
    const board = await lookUp(kind, id, call)
    known.set(key, { board, until: performance.now() + KNOWN_MS })
    return board
  }
  return boardOf
}
