import type { ListInput } from '../../../contract/operation.ts'
import type { Trello, TrelloCall } from './connection.ts'
import { pageOf } from './cursor.ts'
import { BOARD_FIELDS, MEMBER_FIELDS, toBoard, toLabel, toMember, toWorkspace, WORKSPACE_FIELDS } from './mappers.ts'
import { boardId, forgetBoards, MAX_LABELS, workspaceId } from './resolve-names.ts'

export type Status = 'open' | 'archived' | 'all'

/** Trello's names of the statuses. */
export const FILTERS = { open: 'open', archived: 'closed', all: 'all' } as const

/** Sorts resources without a position by their ID alone, which means oldest first. */
const NO_POSITION = (): number => 0

/** Returns one page of the boards of the token's owner, oldest first. */
export async function listBoards(
  trello: Trello,
  { status, workspace, ...page }: ListInput & { status: Status; workspace?: string },
  call: TrelloCall
) {
  const path = workspace === undefined ? 'members/me/boards' : `organizations/${await workspaceId(trello, workspace, call)}/boards`
  const rows = await trello.rows({ path, query: { filter: FILTERS[status], fields: BOARD_FIELDS } }, call)
  return pageOf(rows.map(toBoard), page, NO_POSITION)
}

export async function getBoard(trello: Trello, board: string, call: TrelloCall) {
  const id = await boardId(trello, board, call)
  return toBoard(await trello.row({ path: `boards/${id}`, query: { fields: BOARD_FIELDS } }, call))
}

type Visibility = 'private' | 'workspace' | 'public'

/** Trello's names of the visibilities. */
const LEVELS = { private: 'private', workspace: 'org', public: 'public' } as const

interface NewBoard {
  name: string
  description?: string
  workspace?: string
  visibility: Visibility
  background?: string
  copy_from?: string
  default_lists: boolean
  default_labels: boolean
}

export async function createBoard(
  trello: Trello,
  { name, description, workspace, visibility, background, copy_from, ...defaults }: NewBoard,
  call: TrelloCall
) {
  const json = {
    name,
    desc: description,
    idOrganization: workspace === undefined ? undefined : await workspaceId(trello, workspace, call),
    idBoardSource: copy_from === undefined ? undefined : await boardId(trello, copy_from, call, 'copy_from'),
    defaultLists: defaults.default_lists,
    defaultLabels: defaults.default_labels,
    prefs_permissionLevel: LEVELS[visibility],
    prefs_background: background
  }
  const board = toBoard(await trello.row({ method: 'POST', path: 'boards', json }, call))
  forgetBoards(trello)
  return board
}

export interface BoardUpdate {
  board: string
  name?: string
  description?: string
  archived?: boolean
  workspace?: string
  visibility?: Visibility
  background?: string
}

export async function updateBoard(
  trello: Trello,
  { board, name, description, archived, workspace, visibility, background }: BoardUpdate,
  call: TrelloCall
) {
  const id = await boardId(trello, board, call)
  const json = {
    name,
    desc: description,
    closed: archived,
    idOrganization: workspace === undefined ? undefined : await workspaceId(trello, workspace, call),
    ...(visibility !== undefined && { 'prefs/permissionLevel': LEVELS[visibility] }),
    ...(background !== undefined && { 'prefs/background': background })
  }
  const updated = toBoard(await trello.row({ method: 'PUT', path: `boards/${id}`, json }, call))
  forgetBoards(trello)
  return updated
}

/** Returns one page of the workspaces of the token's owner, oldest first. */
export async function listWorkspaces(trello: Trello, page: ListInput, call: TrelloCall) {
  const rows = await trello.rows({ path: 'members/me/organizations', query: { fields: WORKSPACE_FIELDS } }, call)
  return pageOf(rows.map(toWorkspace), page, NO_POSITION)
}

export interface WorkspaceContent {
  name?: string
  short_name?: string
  description?: string
  website?: string
}

const toTrelloWorkspace = ({ name: displayName, short_name: name, description: desc, website }: WorkspaceContent) => ({
  displayName,
  name,
  desc,
  website
})

export const createWorkspace = async (trello: Trello, content: WorkspaceContent, call: TrelloCall) =>
  toWorkspace(await trello.row({ method: 'POST', path: 'organizations', json: toTrelloWorkspace(content) }, call))

export async function updateWorkspace(
  trello: Trello,
  { workspace, ...content }: WorkspaceContent & { workspace: string },
  call: TrelloCall
) {
  const path = `organizations/${await workspaceId(trello, workspace, call)}`
  return toWorkspace(await trello.row({ method: 'PUT', path, json: toTrelloWorkspace(content) }, call))
}

/** Returns one page of the labels of a board, oldest first. Beyond 1,000 labels, which Trello does not return, the total is a lower bound. */
export async function listLabels(trello: Trello, { board, ...page }: ListInput & { board: string }, call: TrelloCall) {
  const id = await boardId(trello, board, call)
  const rows = await trello.rows({ path: `boards/${id}/labels`, query: { limit: MAX_LABELS, fields: 'name,color' } }, call)
  const labels = pageOf(rows.map(toLabel), page, NO_POSITION)
  return rows.length < MAX_LABELS ? labels : { ...labels, total: { value: rows.length, relation: 'gte' as const } }
}

/** Returns one page of the members of a board. */
export async function listMembers(trello: Trello, { board, ...page }: ListInput & { board: string }, call: TrelloCall) {
  const id = await boardId(trello, board, call)
  const rows = await trello.rows({ path: `boards/${id}/members`, query: { fields: MEMBER_FIELDS } }, call)
  return pageOf(rows.map(toMember), page, NO_POSITION)
}
