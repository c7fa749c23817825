import type { Job } from '../../contract/jobs.ts'

type Sample = NonNullable<Job['preview']>['sample']

const BUG = { labels: ['bug', 'question'], state: 'opened', reviewer_ids: [] }

/** Selects these issues in the sandbox. */
export const OLD_BUGS = {
  input: { project: 'acme/web', labels: ['bug'], created_before: '2026-01-20T00:00:00Z' },
  said: 'the issues with project acme/web, labels bug, created_before 2026-01-20T00:00:00Z',
  sample: [
    {
      item_id: 'acme/web#1',
      display_name: 'acme/web#1 The form loses what was typed',
      data: { ...BUG, assignee_ids: [3], milestone_id: 1004 }
    },
    { item_id: 'acme/web#4', display_name: 'acme/web#4 Speed the start page up', data: { ...BUG, assignee_ids: [], milestone_id: null } }
  ]
} satisfies { input: object; said: string; sample: Sample }

/** Selects this merge request in the sandbox. */
export const DARK_MODE = {
  input: { project: 'acme/web', author: 'chen' },
  said: 'the merge requests with project acme/web, author chen',
  sample: [
    {
      item_id: 'acme/web!1',
      display_name: 'acme/web!1 Add a dark mode',
      data: { labels: ['feature', 'question'], state: 'opened', assignee_ids: [], reviewer_ids: [3], milestone_id: null }
    }
  ]
} satisfies { input: object; said: string; sample: Sample }

export const withoutData = (sample: Sample): Sample => sample.map(({ item_id, display_name }) => ({ item_id, display_name }))
