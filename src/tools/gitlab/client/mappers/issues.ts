import { below, flagOrNull, integerOrNull, isRow, type Row, text, textOrNull, time } from '../../../../lib/row.ts'
import type { Comment, Issue, MilestoneName } from '../../schemas/issues.ts'
import { assigneesOf, personIn } from './people.ts'

export function milestoneIn(row: Row): MilestoneName | null {
  const { milestone } = row
  if (!isRow(milestone)) return null
  return { id: integerOrNull(milestone, 'id'), iid: integerOrNull(milestone, 'iid'), title: textOrNull(milestone, 'title') }
}

/** Labels are names, or objects if GitLab was asked for their details. */
export function labelsOf(row: Row): string[] {
  const { labels } = row
  if (!Array.isArray(labels)) return []
  return labels.map(label => (isRow(label) ? text(label, 'name') : String(label))).filter(Boolean)
}

export const referenceOf = (row: Row): string | null => textOrNull(below(row, 'references'), 'full')

/** The project of an issue or a merge request. Old servers return only its ID. */
export const projectIn = (row: Row): { id: number | null; path: string } => ({
  id: integerOrNull(row, 'project_id'),
  path: (referenceOf(row) ?? '').replace(/[#!]\d+$/, '')
})

export const issueOf = (row: Row): Issue => ({
  id: integerOrNull(row, 'id'),
  iid: integerOrNull(row, 'iid'),
  project_id: integerOrNull(row, 'project_id'),
  title: textOrNull(row, 'title'),
  description: textOrNull(row, 'description'),
  state: textOrNull(row, 'state'),
  labels: labelsOf(row),
  milestone: milestoneIn(row),
  author: personIn(row, 'author'),
  assignees: assigneesOf(row),
  due_date: textOrNull(row, 'due_date'),
  confidential: flagOrNull(row, 'confidential'),
  issue_type: textOrNull(row, 'issue_type'),
  weight: integerOrNull(row, 'weight'),
  comment_count: integerOrNull(row, 'user_notes_count'),
  created_at: time(row, 'created_at'),
  updated_at: time(row, 'updated_at'),
  closed_at: time(row, 'closed_at'),
  reference: referenceOf(row),
  url: textOrNull(row, 'web_url')
})

/** An entry of a list of links: the other issue, with the properties of the link. */
export const linkOf = (row: Row) => ({
  link_id: integerOrNull(row, 'issue_link_id'),
  link_type: textOrNull(row, 'link_type'),
  issue: { ...issueOf(row), description: null }
})

/** A new link: GitLab returns both issues. Old servers return no link ID. */
export const newLinkOf = (row: Row, link_type: string) => ({
  link_id: integerOrNull(row, 'id'),
  link_type: textOrNull(row, 'link_type') ?? link_type,
  issue: { ...issueOf(below(row, 'target_issue')), description: null }
})

export const commentOf = (row: Row): Comment => ({
  id: integerOrNull(row, 'id'),
  body: textOrNull(row, 'body') ?? textOrNull(row, 'note'),
  author: personIn(row, 'author'),
  system: flagOrNull(row, 'system'),
  internal: flagOrNull(row, 'internal') ?? flagOrNull(row, 'confidential'),
  resolvable: flagOrNull(row, 'resolvable'),
  resolved: flagOrNull(row, 'resolved'),
  created_at: time(row, 'created_at'),
  updated_at: time(row, 'updated_at')
})
