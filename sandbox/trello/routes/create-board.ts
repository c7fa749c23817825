import type { FastifyInstance } from 'fastify'
import { findBoard, findIn } from '../find.ts'
import { flagIn, nameIn, type Params, paramsOf, requiredIn, textIn } from '../params.ts'
import { notFound, refuse } from '../refusal.ts'
import { type Board, byPosition, type Card, having, type Organization, type State, shortLinkOf } from '../state/model.ts'
import { BACKGROUNDS, BOARD, BOARD_OF_MEMBER, LABEL } from '../views/board.ts'
import { CARD } from '../views/card.ts'
import { type Fields, show } from '../views/show.ts'
import { matchesFilter } from './filter.ts'
import { newest } from './page.ts'
import { watch } from './watch.ts'

type ById = { Params: { id: string } }

const LEVELS = ['private', 'org', 'public']
const COLORS = ['green', 'yellow', 'orange', 'red', 'purple', 'blue', 'sky', 'lime', 'pink', 'black']
/** Background images that the member uploaded. */
const IMAGES = ['5f1e0000000000000000b001']
const LISTS = ['To Do', 'Doing', 'Done']

const ORGANIZATION: Fields<Organization> = {
  id: organization => organization.id,
  name: organization => organization.name,
  displayName: organization => organization.displayName,
  desc: organization => organization.desc,
  url: organization => `https://trello.com/w/${organization.name}`,
  website: organization => organization.website
}

/** Boards and workspaces that the member creates and updates, their labels, and the cards of the member. */
export default function addBoards(app: FastifyInstance, state: State): void {
  for (const path of ['/boards', '/boards/']) app.post(path, async request => show(BOARD, createBoard(state, paramsOf(request)), state))
  app.put<ById>('/boards/:id', async request => {
    const board = findBoard(state, request.params.id)
    const params = paramsOf(request)
    const level = textIn(params, 'prefs/permissionLevel') ?? board.permissionLevel
    if (!LEVELS.includes(level)) throw refuse(400, 'invalid value for prefs/permissionLevel')
    Object.assign(board, {
      name: nameIn(params) ?? board.name,
      desc: textIn(params, 'desc') ?? board.desc,
      closed: flagIn(params, 'closed') ?? board.closed,
      idOrganization: organizationIn(state, params) ?? board.idOrganization,
      permissionLevel: level,
      background: backgroundIn(params, 'prefs/background') ?? board.background,
      dateLastActivity: new Date().toISOString()
    })
    watch(state, board.id, flagIn(params, 'subscribed'))
    return show(BOARD_OF_MEMBER, board, state)
  })
  app.delete<ById>('/boards/:id', async request => {
    const { id } = findBoard(state, request.params.id)
    state.boards.delete(id)
    for (const card of having(state.cards, ({ idBoard }) => idBoard === id)) state.cards.delete(card.id)
    return { _value: null }
  })
  addOrganizations(app, state)
  addLabels(app, state)
  app.get<ById>('/members/:id/cards', async request => {
    const params = paramsOf(request)
    const id = request.params.id === 'me' ? state.idMe : request.params.id
    const isOpen = ({ idList, idBoard }: Card): boolean =>
      state.lists.get(idList)?.closed === false && state.boards.get(idBoard)?.closed === false
    const own = having(
      state.cards,
      card => card.idMembers.includes(id) && matchesFilter(params, card, 'visible') && (params['filter'] === 'all' || isOpen(card))
    )
    return newest(own, params).map(card => show(CARD, card, state, textIn(params, 'fields')))
  })
}

function backgroundIn(params: Params, name: string): string | undefined {
  const background = textIn(params, name)
  if (background !== undefined && !BACKGROUNDS.includes(background) && !IMAGES.includes(background))
    throw refuse(400, `invalid value for ${name}`)
  return background
}

function organizationIn(state: State, params: Params): string | undefined {
  const organization = textIn(params, 'idOrganization')
  return organization === undefined || organization === '' ? undefined : findOrganization(state, organization).id
}

function findOrganization({ organizations }: State, id: string): Organization {
  const found = organizations.get(id) ?? [...organizations.values()].find(({ name }) => name === id)
  if (!found) throw notFound()
  return found
}

function createBoard(state: State, params: Params): Board {
  const sourceId = textIn(params, 'idBoardSource')
  const source = sourceId === undefined ? undefined : findBoard(state, sourceId)
  const name = requiredIn(params, 'name')
  const level = textIn(params, 'prefs_permissionLevel') ?? 'private'
  if (!LEVELS.includes(level)) throw refuse(400, 'invalid value for prefs_permissionLevel')
  const id = state.newId()
  const board: Board = {
    id,
    name,
    desc: textIn(params, 'desc') ?? source?.desc ?? '',
    closed: false,
    shortLink: shortLinkOf(id),
    dateLastActivity: new Date().toISOString(),
    idMembers: [state.idMe],
    idOrganization: organizationIn(state, params) ?? [...state.organizations.keys()][0] ?? null,
    permissionLevel: level,
    background: backgroundIn(params, 'prefs_background') ?? source?.background ?? 'blue'
  }
  state.boards.set(id, board)
  const copied = source
    ? byPosition(having(state.lists, ({ idBoard, closed }) => idBoard === source.id && !closed)).map(list => list.name)
    : []
  const lists = source ? copied : flagIn(params, 'defaultLists') === false ? [] : LISTS
  for (const [at, list] of lists.entries()) {
    const idList = state.newId()
    state.lists.set(idList, { id: idList, name: list, closed: false, pos: 65_536 * (at + 1), idBoard: id })
  }
  if (flagIn(params, 'defaultLabels') !== false && !source)
    for (const color of COLORS.slice(0, 6)) {
      const idLabel = state.newId()
      state.labels.set(idLabel, { id: idLabel, idBoard: id, name: '', color })
    }
  return board
}

function addOrganizations(app: FastifyInstance, state: State): void {
  app.get<ById>('/members/:id/organizations', async request =>
    [...state.organizations.values()].map(one => show(ORGANIZATION, one, state, textIn(paramsOf(request), 'fields')))
  )
  app.get<ById>('/organizations/:id', async request =>
    show(ORGANIZATION, findOrganization(state, request.params.id), state, textIn(paramsOf(request), 'fields'))
  )
  app.get<ById>('/organizations/:id/boards', async request => {
    const params = paramsOf(request)
    const { id } = findOrganization(state, request.params.id)
    const boards = having(state.boards, board => board.idOrganization === id && matchesFilter(params, board, 'all'))
    return boards.map(board => show(BOARD_OF_MEMBER, board, state, textIn(params, 'fields')))
  })
  app.post('/organizations', async request => {
    const params = paramsOf(request)
    const id = state.newId()
    const displayName = requiredIn(params, 'displayName')
    const name = textIn(params, 'name') ?? displayName.toLowerCase().replace(/[^a-z0-9_]/g, '')
    const organization: Organization = {
      id,
      name,
      displayName,
      desc: textIn(params, 'desc') ?? '',
      website: textIn(params, 'website') ?? null
    }
    state.organizations.set(id, organization)
    return show(ORGANIZATION, organization, state)
  })
  app.put<ById>('/organizations/:id', async request => {
    const organization = findOrganization(state, request.params.id)
    const params = paramsOf(request)
    Object.assign(organization, {
      name: textIn(params, 'name') ?? organization.name,
      displayName: nameIn(params, 'displayName') ?? organization.displayName,
      desc: textIn(params, 'desc') ?? organization.desc,
      website: textIn(params, 'website') ?? organization.website
    })
    return show(ORGANIZATION, organization, state)
  })
  app.delete<ById>('/organizations/:id', async request => {
    state.organizations.delete(findOrganization(state, request.params.id).id)
    return { _value: null }
  })
}

/** Returns a color, or null if the parameter asks for none. */
function colorIn(params: Params): string | null | undefined {
  const color = params['color'] === null ? 'null' : textIn(params, 'color')
  if (color === undefined) return undefined
  if (color === 'null' || color === '') return null
  if (!COLORS.includes(color.replace(/_(light|dark)$/, ''))) throw refuse(400, 'invalid value for color')
  return color
}

function addLabels(app: FastifyInstance, state: State): void {
  const create = (params: Params, board: string) => {
    const label = {
      id: state.newId(),
      idBoard: findBoard(state, board).id,
      name: textIn(params, 'name') ?? '',
      color: colorIn(params) ?? null
    }
    state.labels.set(label.id, label)
    return { ...show(LABEL, label, state), limits: {} }
  }
  app.post('/labels', async request => create(paramsOf(request), requiredIn(paramsOf(request), 'idBoard')))
  app.post<ById>('/boards/:id/labels', async request => create(paramsOf(request), request.params.id))
  app.get<ById>('/labels/:id', async request => show(LABEL, findIn(state.labels, request.params.id), state))
  app.put<ById>('/labels/:id', async request => {
    const label = findIn(state.labels, request.params.id)
    const params = paramsOf(request)
    const color = colorIn(params)
    Object.assign(label, { name: textIn(params, 'name') ?? label.name, color: color === undefined ? label.color : color })
    return show(LABEL, label, state)
  })
  app.delete<ById>('/labels/:id', async request => {
    const { id } = findIn(state.labels, request.params.id)
    state.labels.delete(id)
    for (const card of state.cards.values()) card.idLabels = card.idLabels.filter(one => one !== id)
    return { limits: {} }
  })
}
