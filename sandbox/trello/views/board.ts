import type { Board, Label, List, Member } from '../state/model.ts'
import { type Fields, slugOf, urlOf } from './show.ts'

const COLORS = ['green', 'yellow', 'orange', 'red', 'purple', 'blue', 'sky', 'lime', 'pink', 'black']

const COLOR_OF: ReadonlyMap<string, string> = new Map([
  ['blue', '#0079BF'],
  ['orange', '#D29034'],
  ['green', '#519839'],
  ['red', '#B04632'],
  ['purple', '#89609E'],
  ['pink', '#CD5A91'],
  ['lime', '#4BBF6B'],
  ['sky', '#00AECC'],
  ['grey', '#838C91']
])
export const BACKGROUNDS: readonly string[] = [...COLOR_OF.keys()]

export const LABEL: Fields<Label> = {
  id: label => label.id,
  idBoard: label => label.idBoard,
  name: label => label.name,
  color: label => label.color
}

export const LIST: Fields<List> = {
  id: list => list.id,
  name: list => list.name,
  closed: list => list.closed,
  pos: list => list.pos,
  idBoard: list => list.idBoard
}

/** The fields of a list in the lists of a board. */
export const LIST_OF_BOARD: Fields<List> = { ...LIST, softLimit: () => null, subscribed: (list, state) => state.watched.has(list.id) }

export const MEMBER_OF_BOARD: Fields<Member> = {
  id: member => member.id,
  username: member => member.username,
  fullName: member => member.fullName
}

export const MEMBER: Fields<Member> = {
  ...MEMBER_OF_BOARD,
  activityBlocked: () => false,
  avatarHash: () => null,
  avatarUrl: () => null,
  idMemberReferrer: () => null,
  initials: ({ fullName }) =>
    fullName
      .split(' ')
      .map(word => word.charAt(0))
      .join(''),
  nonPublic: () => ({}),
  nonPublicAvailable: () => true
}

export const ME: Fields<Member> = {
  ...MEMBER,
  bio: () => '',
  confirmed: () => true,
  memberType: () => 'normal',
  url: ({ username }) => `https://trello.com/${username}`,
  status: () => 'disconnected',
  idBoards: (member, { boards }) => [...boards.values()].filter(({ idMembers }) => idMembers.includes(member.id)).map(({ id }) => id),
  idOrganizations: (_member, { organizations }) => [...organizations.keys()]
}

export const BOARD: Fields<Board> = {
  id: board => board.id,
  name: board => board.name,
  desc: board => board.desc,
  descData: () => null,
  closed: board => board.closed,
  idOrganization: board => board.idOrganization,
  idEnterprise: () => null,
  pinned: () => false,
  url: board => urlOf('b', board.shortLink, slugOf(board.name)),
  shortUrl: board => `https://trello.com/b/${board.shortLink}`,
  prefs: ({ permissionLevel, background }) => ({
    permissionLevel,
    voting: 'disabled',
    comments: 'members',
    invitations: 'members',
    isTemplate: false,
    background,
    backgroundColor: COLOR_OF.get(background) ?? null
  }),
  labelNames: ({ id }, { labels }) =>
    Object.fromEntries(
      COLORS.map(color => [color, [...labels.values()].find(label => label.idBoard === id && label.color === color)?.name ?? ''])
    )
}

/** The fields of a board in the boards of a member. */
export const BOARD_OF_MEMBER: Fields<Board> = {
  ...BOARD,
  shortLink: board => board.shortLink,
  dateLastActivity: board => board.dateLastActivity,
  dateLastView: board => board.dateLastActivity,
  starred: () => false,
  subscribed: (board, state) => state.watched.has(board.id),
  memberships: ({ idMembers }, { idMe }) =>
    idMembers.map(idMember => ({ idMember, memberType: idMember === idMe ? 'admin' : 'normal', unconfirmed: false, deactivated: false }))
}
