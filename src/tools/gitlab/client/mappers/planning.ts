import { flagOrNull, integerOrNull, type Row, textOrNull, time } from '../../../../lib/row.ts'
import type { Label, Milestone } from '../../schemas/planning.ts'

export const labelOf = (row: Row): Label => ({
  id: integerOrNull(row, 'id'),
  name: textOrNull(row, 'name'),
  color: textOrNull(row, 'color'),
  description: textOrNull(row, 'description'),
  priority: integerOrNull(row, 'priority'),
  of_project: flagOrNull(row, 'is_project_label'),
  open_issues_count: integerOrNull(row, 'open_issues_count'),
  closed_issues_count: integerOrNull(row, 'closed_issues_count'),
  open_merge_requests_count: integerOrNull(row, 'open_merge_requests_count')
})

export const milestoneOf = (row: Row): Milestone => ({
  id: integerOrNull(row, 'id'),
  iid: integerOrNull(row, 'iid'),
  title: textOrNull(row, 'title'),
  description: textOrNull(row, 'description'),
  state: textOrNull(row, 'state'),
  start_date: textOrNull(row, 'start_date'),
  due_date: textOrNull(row, 'due_date'),
  expired: flagOrNull(row, 'expired'),
  project_id: integerOrNull(row, 'project_id'),
  group_id: integerOrNull(row, 'group_id'),
  created_at: time(row, 'created_at'),
  updated_at: time(row, 'updated_at'),
  url: textOrNull(row, 'web_url')
})
