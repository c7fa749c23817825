import type { Call } from '../../../contract/call.ts'
import { flag, type Row, text } from '../../../lib/row.ts'
import type { Trello, TrelloCall } from './connection.ts'
import { invalidField } from './errors.ts'
import { BOARD, type Candidate, chooseOne, isId, matching } from './match-name.ts'

const BOARD_URL = /^https:\/\/trello\.com\/b\/([A-Za-z0-9]{8})(?:\/|$)/
const CARD_URL = /^https:\/\/trello\.com\/c\/([A-Za-z0-9]{8})(?:\/|$)/

/** Returns the ID or short link of a card that is given by ID, short link or URL. */
export const cardRef = (card: string): string => CARD_URL.exec(card)?.[1] ?? card

/** Returns the ID of a board that is given by ID, URL, name or short link. */
export async function boardId(trello: Trello, board: string, call: TrelloCall, path = 'board'): Promise<string> {
  if (isId(board)) return board
  const [, link] = BOARD_URL.exec(board) ?? []
  if (link !== undefined) return text(await trello.row({ path: `boards/${link}`, query: { fields: 'name' } }, call), 'id')
  const cached = cachedBoards.get(trello)
  const [only, ...others] = cached && cached.until > performance.now() ? matching(board, cached.boards) : []
  if (only && others.length === 0) return only.id
  return chooseOne('board', path, board, await myBoards(trello, call))
}

/** Removes the cached names after a board was created or updated. */
export const forgetBoards = (trello: Trello): void => {
  cachedBoards.delete(trello)
}

/** Returns the ID of a workspace that is given by ID, name or short name. */
export async function workspaceId(trello: Trello, workspace: string, call: TrelloCall): Promise<string> {
  if (isId(workspace)) return workspace
  const rows = await trello.rows({ path: 'members/me/organizations', query: { fields: 'name,displayName' } }, call)
  return chooseOne(
    'workspace',
    'workspace',
    workspace,
    rows.map(row => candidate(row, text(row, 'displayName'), text(row, 'name')))
  )
}

/** Trello limits requests for a member's data far more strictly than others, so the names of boards are cached. */
const CACHE_MS = 60_000
const cachedBoards = new WeakMap<Trello, { until: number; boards: Candidate[] }>()

async function myBoards(trello: Trello, call: TrelloCall): Promise<Candidate[]> {
  const rows = await trello.rows({ path: 'members/me/boards', query: { filter: 'all', fields: 'name,closed,shortLink' } }, call)
  const boards = rows.map(row => candidate(row, text(row, 'name'), text(row, 'shortLink')))
  cachedBoards.set(trello, { until: performance.now() + CACHE_MS, boards })
  return boards
}

const cachedMemberIds = new WeakMap<Trello, string>()

/** Returns the ID of the token's owner, which never changes. */
export async function myId(trello: Trello, call: TrelloCall): Promise<string> {
  const cached = cachedMemberIds.get(trello)
  if (cached !== undefined) return cached
  const id = text(await trello.row({ path: 'members/me', query: { fields: 'username' } }, call), 'id')
  cachedMemberIds.set(trello, id)
  return id
}

/** Paths of the input properties that name a list and its board. */
const DEFAULT_PATHS = { list: 'list', board: 'board' }

type ListIds = { list_id: string; board_id: string }
type ListReference = { list: string; board: string | undefined }

/** Returns the IDs of a list, given by ID or by name and board, and of its board. */
export async function resolveList(trello: Trello, reference: ListReference, call: TrelloCall, paths = DEFAULT_PATHS): Promise<ListIds> {
  const { list_id, board_id } = await findList(trello, reference, call, paths)
  return { list_id, board_id }
}

/** Like resolveList, for a list that receives cards. Warns if it is archived, since its cards are then hidden. */
export async function resolveDestination(
  trello: Trello,
  reference: ListReference,
  call: TrelloCall & Pick<Call<unknown>, 'warn'>,
  paths = DEFAULT_PATHS
): Promise<ListIds> {
  const { list_id, board_id, archived } = await findList(trello, reference, call, paths)
  if (archived) call.warn(`The list ${reference.list} is archived: its cards are not shown on the board`)
  return { list_id, board_id }
}

async function findList(
  trello: Trello,
  { list, board }: ListReference,
  call: TrelloCall,
  paths: typeof DEFAULT_PATHS
): Promise<ListIds & { archived: boolean }> {
  if (isId(list)) {
    const row = await trello.row({ path: `lists/${list}`, query: { fields: 'idBoard,closed' } }, call)
    return { list_id: list, board_id: text(row, 'idBoard'), archived: flag(row, 'closed') }
  }
  if (board === undefined) throw invalidField(paths.board, `is required if ${paths.list} is a name`, [], BOARD)
  const board_id = await boardId(trello, board, call, paths.board)
  const rows = await trello.rows({ path: `boards/${board_id}/lists`, query: { filter: 'all', fields: 'name,closed' } }, call)
  const candidates = rows.map(row => candidate(row, text(row, 'name')))
  const list_id = chooseOne('list', paths.list, list, candidates)
  return { list_id, board_id, archived: candidates.some(({ id, archived }) => id === list_id && archived === true) }
}

/** A name as the caller gave it, and the path of the property. */
export interface NameReference {
  path: string
  name: string
}

export const nameReferences = (path: string, names: readonly string[]): NameReference[] =>
  names.map((name, index) => ({ path: `${path}[${index}]`, name }))

/** Maximum number of labels of a board that Trello returns. There is no second page. */
export const MAX_LABELS = 1000

/** Returns the IDs of labels of a board that are given by ID, name or color. */
export async function labelIds(trello: Trello, board: string, labels: readonly NameReference[], call: TrelloCall): Promise<string[]> {
  if (labels.every(({ name }) => isId(name))) return labels.map(({ name }) => name)
  const rows = await trello.rows({ path: `boards/${board}/labels`, query: { limit: MAX_LABELS, fields: 'name,color' } }, call)
  const known = rows.map(labelCandidate)
  const notReturned = labels.find(({ name }) => rows.length === MAX_LABELS && !isId(name) && matching(name, known).length === 0)
  if (notReturned)
    throw invalidField(notReturned.path, `is not among the ${MAX_LABELS} labels of this board that Trello returns: use its ID`, [])
  return chooseEach('label', labels, known)
}

/** Returns the IDs of members of a board that are given by ID, username, full name or `me`. */
export async function memberIds(trello: Trello, board: string, members: readonly NameReference[], call: TrelloCall): Promise<string[]> {
  if (members.every(({ name }) => isId(name))) return members.map(({ name }) => name)
  const rows = await trello.rows({ path: `boards/${board}/members`, query: { fields: 'username,fullName' } }, call)
  const me = members.some(({ name }) => name === 'me') ? await myId(trello, call) : ''
  return chooseEach(
    'member',
    members.map(({ path, name }) => ({ path, name: name === 'me' ? me : name })),
    rows.map(row => candidate(row, text(row, 'username'), text(row, 'fullName')))
  )
}

/** A color refers only to a label without a name; a named label is referred to by its name. */
const labelCandidate = (row: Row): Candidate => {
  const name = text(row, 'name')
  return candidate(row, name, name === '' ? text(row, 'color') : '')
}

const chooseEach = (what: string, named: readonly NameReference[], candidates: readonly Candidate[]): string[] =>
  named.map(({ path, name }) => (isId(name) ? name : chooseOne(what, path, name, candidates)))

const candidate = (row: Row, ...names: string[]): Candidate => ({ id: text(row, 'id'), names, archived: flag(row, 'closed') })
