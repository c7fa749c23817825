import type { Call } from '../../../contract/handed.ts'
import { flag, type Row, text } from '../../../lib/row.ts'
import { type Candidate, choose, isId, matches } from './choose.ts'
import type { Trello, Turn } from './connection.ts'
import { misnamed } from './failures.ts'

const BOARD_ADDRESS = /^https:\/\/trello\.com\/b\/([A-Za-z0-9]{8})(?:\/|$)/
const CARD_ADDRESS = /^https:\/\/trello\.com\/c\/([A-Za-z0-9]{8})(?:\/|$)/

/** What Trello knows a card by: its id, or the short link in its address. */
export const cardRef = (card: string): string => CARD_ADDRESS.exec(card)?.[1] ?? card

/** The id of a board that is named by id, address, name or short link. */
export async function boardId(trello: Trello, board: string, turn: Turn, path = 'board'): Promise<string> {
  if (isId(board)) return board
  const [, link] = BOARD_ADDRESS.exec(board) ?? []
  if (link !== undefined) return text(await trello.row({ path: `boards/${link}`, query: { fields: 'name' } }, turn), 'id')
  const kept = keptBoards.get(trello)
  const [only, ...others] = kept && kept.until > performance.now() ? matches(board, kept.boards) : []
  if (only && others.length === 0) return only.id
  return choose('board', path, board, await myBoards(trello, turn))
}

/** What is asked of a member is limited far more narrowly than all else, so the names of boards are kept for a while. */
const KEPT_MS = 60_000
const keptBoards = new WeakMap<Trello, { until: number; boards: Candidate[] }>()

async function myBoards(trello: Trello, turn: Turn): Promise<Candidate[]> {
  const rows = await trello.rows({ path: 'members/me/boards', query: { filter: 'all', fields: 'name,closed,shortLink' } }, turn)
  const boards = rows.map(row => candidate(row, text(row, 'name'), text(row, 'shortLink')))
  keptBoards.set(trello, { until: performance.now() + KEPT_MS, boards })
  return boards
}

const keptMe = new WeakMap<Trello, string>()

/** Whose the token is does not change. */
export async function myId(trello: Trello, turn: Turn): Promise<string> {
  const kept = keptMe.get(trello)
  if (kept !== undefined) return kept
  const id = text(await trello.row({ path: 'members/me', query: { fields: 'username' } }, turn), 'id')
  keptMe.set(trello, id)
  return id
}

/** Where a list and its board were named. */
const HERE = { list: 'list', board: 'board' }

/** Where cards are, or shall be. */
type Place = { list_id: string; board_id: string }
type Asked = { list: string; board: string | undefined }

/** A list that is named by id, or by its name on a board. */
export async function listPlace(trello: Trello, asked: Asked, turn: Turn, paths = HERE): Promise<Place> {
  const { list_id, board_id } = await findList(trello, asked, turn, paths)
  return { list_id, board_id }
}

/** The same of a list that cards shall come to: in one that is archived nobody sees them. */
export async function destination(trello: Trello, asked: Asked, turn: Turn & Pick<Call<unknown>, 'warn'>, paths = HERE): Promise<Place> {
  const { list_id, board_id, archived } = await findList(trello, asked, turn, paths)
  if (archived) turn.warn(`The list ${asked.list} is archived: cards in it are not shown on their board`)
  return { list_id, board_id }
}

async function findList(trello: Trello, { list, board }: Asked, turn: Turn, paths: typeof HERE): Promise<Place & { archived: boolean }> {
  if (isId(list)) {
    const row = await trello.row({ path: `lists/${list}`, query: { fields: 'idBoard,closed' } }, turn)
    return { list_id: list, board_id: text(row, 'idBoard'), archived: flag(row, 'closed') }
  }
  if (board === undefined) throw misnamed(paths.board, `is needed where ${paths.list} is a name`, [])
  const board_id = await boardId(trello, board, turn, paths.board)
  const rows = await trello.rows({ path: `boards/${board_id}/lists`, query: { filter: 'all', fields: 'name,closed' } }, turn)
  const candidates = rows.map(row => candidate(row, text(row, 'name')))
  const list_id = choose('list', paths.list, list, candidates)
  return { list_id, board_id, archived: candidates.some(({ id, archived }) => id === list_id && archived === true) }
}

/** A name as the caller gave it, and in which property. */
export interface Named {
  path: string
  name: string
}

export const each = (path: string, names: readonly string[]): Named[] => names.map((name, place) => ({ path: `${path}[${place}]`, name }))

/** Trello answers no more labels of a board than this, and has no second page of them. */
export const MOST_LABELS = 1000

/** Ids of labels of a board that are named by id, name or colour. */
export async function labelIds(trello: Trello, board: string, labels: readonly Named[], turn: Turn): Promise<string[]> {
  if (labels.every(({ name }) => isId(name))) return labels.map(({ name }) => name)
  const rows = await trello.rows({ path: `boards/${board}/labels`, query: { limit: MOST_LABELS, fields: 'name,color' } }, turn)
  const known = rows.map(labelCandidate)
  const unseen = labels.find(({ name }) => rows.length === MOST_LABELS && !isId(name) && matches(name, known).length === 0)
  if (unseen) throw misnamed(unseen.path, `is none of the ${MOST_LABELS} labels that Trello tells of this board: give its id`, [])
  return chosen('label', labels, known)
}

/** Ids of members of a board that are named by id, user name, full name or `me`. */
export async function memberIds(trello: Trello, board: string, members: readonly Named[], turn: Turn): Promise<string[]> {
  if (members.every(({ name }) => isId(name))) return members.map(({ name }) => name)
  const rows = await trello.rows({ path: `boards/${board}/members`, query: { fields: 'username,fullName' } }, turn)
  const me = members.some(({ name }) => name === 'me') ? await myId(trello, turn) : ''
  return chosen(
    'member',
    members.map(({ path, name }) => ({ path, name: name === 'me' ? me : name })),
    rows.map(row => candidate(row, text(row, 'username'), text(row, 'fullName')))
  )
}

/** A colour means the label that has no name: a named one is meant by its name alone. */
const labelCandidate = (row: Row): Candidate => {
  const name = text(row, 'name')
  return candidate(row, name, name === '' ? text(row, 'color') : '')
}

const chosen = (what: string, named: readonly Named[], candidates: readonly Candidate[]): string[] =>
  named.map(({ path, name }) => (isId(name) ? name : choose(what, path, name, candidates)))

const candidate = (row: Row, ...names: string[]): Candidate => ({ id: text(row, 'id'), names, archived: flag(row, 'closed') })
