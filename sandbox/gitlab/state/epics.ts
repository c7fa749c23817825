import type { Group, Issue } from './model.ts'
import { dayAt } from './time.ts'

/** The epics of a group. */
export function epicsOf(group: Group): Issue[] {
  group.epics ??=
    SEEDS.get(group.full_path)?.map(([title, description], index) => epic(group.id * 900 + index + 1, index + 1, title, description)) ?? []
  return group.epics
}

const SEEDS = new Map<string, [title: string, description: string][]>([
  [
    'acme',
    [
      ['Better forms', 'Nothing that was typed is lost.'],
      ['A faster site', 'Pages open at once.']
    ]
  ],
  ['acme/platform', [['Old plans', 'To be closed.']]]
])

const epic = (id: number, iid: number, title: string, description: string): Issue => ({
  id,
  iid,
  title,
  description,
  state: 'opened',
  labels: iid === 1 ? ['feature'] : [],
  milestone_id: null,
  author_id: 2,
  assignee_ids: [],
  due_date: null,
  confidential: false,
  issue_type: 'epic',
  weight: null,
  discussion_locked: false,
  moved_to_id: null,
  created_at: dayAt(5 + iid),
  updated_at: dayAt(6 + iid),
  closed_at: null,
  notes: [
    { id: id + 100, body: 'When do we begin?', author_id: 3, system: false, internal: false, created_at: dayAt(20), updated_at: dayAt(20) }
  ],
  work: { start_date: '2026-01-12', health_status: 'onTrack' }
})
