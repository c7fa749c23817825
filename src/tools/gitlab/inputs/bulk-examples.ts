import type { Job } from '../../../contract/job.ts'

type Sample = NonNullable<Job['preview']>['sample']

const BUG = { labels: ['bug', 'question'], state: 'opened', reviewer_ids: [] }

/** A selection of issues in the sandbox, its description, and the items that it matches. */
export const OLD_BUGS = {
  input: { project: 'acme/web', labels: ['bug'], created_before: '2026-01-20T00:00:00Z' },
  description: 'the issues with project acme/web, labels bug, created_before 2026-01-20T00:00:00Z',
  sample: [
    {
      item_id: 'acme/web#1',
      display_name: 'acme/web#1 The form loses what was typed',
      data: { ...BUG, assignee_ids: [3], milestone_id: 1004 }
    },
    { item_id: 'acme/web#4', display_name: 'acme/web#4 Speed the start page up', data: { ...BUG, assignee_ids: [], milestone_id: null } }
  ]
} satisfies { input: object; description: string; sample: Sample }

/** A selection of merge requests in the sandbox, its description, and the item that it matches. */
export const DARK_MODE = {
  input: { project: 'acme/web', author: 'chen' },
  description: 'the merge requests with project acme/web, author chen',
  sample: [
    {
      item_id: 'acme/web!1',
      display_name: 'acme/web!1 Add a dark mode',
      data: { labels: ['feature', 'question'], state: 'opened', assignee_ids: [], reviewer_ids: [3], milestone_id: null }
    }
  ]
} satisfies { input: object; description: string; sample: Sample }

export const withoutData = (sample: Sample): Sample => sample.map(({ item_id, display_name }) => ({ item_id, display_name }))
