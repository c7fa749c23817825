import { below, flag, isRow, numberOrNull, type Row, rows, text, textOrNull, texts, time } from '../../../lib/row.ts'
import type { Attachment, Board, Card, Checklist, ChecklistItem, Comment, Label, List, Member, Workspace } from '../schemas.ts'

/** Fields to request, so that Trello sends only what is returned. */
export const BOARD_FIELDS = 'name,desc,closed,url,dateLastActivity,idOrganization,prefs'
export const WORKSPACE_FIELDS = 'name,displayName,desc,url,website'
export const LIST_FIELDS = 'name,idBoard,closed,pos'
export const CARD_FIELDS = 'name,idBoard,idList,closed,due,dueComplete,start,labels,idMembers,pos,dateLastActivity,shortUrl'
export const MEMBER_FIELDS = 'username,fullName'

export const toBoard = (row: Row): Board => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  description: text(row, 'desc'),
  archived: flag(row, 'closed'),
  url: text(row, 'url'),
  workspace_id: textOrNull(row, 'idOrganization'),
  background: textOrNull(below(row, 'prefs'), 'background'),
  last_activity: time(row, 'dateLastActivity')
})

export const toWorkspace = (row: Row): Workspace => ({
  id: text(row, 'id'),
  name: text(row, 'displayName'),
  short_name: text(row, 'name'),
  description: text(row, 'desc'),
  url: text(row, 'url'),
  website: textOrNull(row, 'website')
})

export const toList = (row: Row): List => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  board_id: text(row, 'idBoard'),
  archived: flag(row, 'closed'),
  position: numberOrNull(row, 'pos')
})

export const toLabel = (row: Row): Label => ({ id: text(row, 'id'), name: text(row, 'name'), color: textOrNull(row, 'color') })

export const toMember = (row: Row): Member => ({ id: text(row, 'id'), username: text(row, 'username'), full_name: text(row, 'fullName') })

export const toCard = (row: Row): Card => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  board_id: text(row, 'idBoard'),
  list_id: text(row, 'idList'),
  archived: flag(row, 'closed'),
  due: time(row, 'due'),
  due_complete: flag(row, 'dueComplete'),
  start: time(row, 'start'),
  labels: rows(row, 'labels').map(toLabel),
  member_ids: texts(row, 'idMembers'),
  position: numberOrNull(row, 'pos'),
  last_activity: time(row, 'dateLastActivity'),
  url: text(row, 'shortUrl')
})

export const toCardWithText = (row: Row): Card & { description: string } => ({ ...toCard(row), description: text(row, 'desc') })

export function toComment(row: Row): Comment {
  const data = below(row, 'data')
  return {
    id: text(row, 'id'),
    card_id: text(below(data, 'card'), 'id'),
    text: text(data, 'text'),
    author: isRow(row['memberCreator']) ? toMember(row['memberCreator']) : null,
    created: time(row, 'date'),
    edited: time(data, 'dateLastEdited')
  }
}

export const toItem = (row: Row): ChecklistItem => ({
  id: text(row, 'id'),
  checklist_id: text(row, 'idChecklist'),
  name: text(row, 'name'),
  complete: row['state'] === 'complete',
  due: time(row, 'due'),
  member_id: textOrNull(row, 'idMember'),
  position: numberOrNull(row, 'pos')
})

export const toChecklist = (row: Row): Checklist => ({
  id: text(row, 'id'),
  card_id: text(row, 'idCard'),
  name: text(row, 'name'),
  position: numberOrNull(row, 'pos'),
  items: rows(row, 'checkItems')
    .map(toItem)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
})

export const toAttachment = (row: Row): Attachment => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  url: text(row, 'url'),
  is_upload: flag(row, 'isUpload'),
  bytes: numberOrNull(row, 'bytes'),
  mime_type: textOrNull(row, 'mimeType') || null,
  member_id: textOrNull(row, 'idMember'),
  added: time(row, 'date')
})
