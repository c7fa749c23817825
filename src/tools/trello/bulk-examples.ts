import { awaitingJob } from '../../contract/example-job.ts'
import type { Job } from '../../contract/job.ts'

/** Selects the three cards below in the sandbox. */
export const BUGS = { board: 'Website Relaunch', label: 'Bug', due_before: '2026-01-21T12:00:01Z' }
const FILTERS = 'of the board Website Relaunch with label Bug, due_before 2026-01-21T12:00:01Z'

export const OPEN_BUG_CARDS = `the open cards ${FILTERS}`

const LABELS = { ids: ['695c18405eed00000000000c', '695c50805eed000000000010'] }

/** The labels of each of the three cards. */
export const BUG_LABELS = [LABELS, LABELS, LABELS] as const

type Data = NonNullable<NonNullable<Job['preview']>['sample'][number]['data']>

interface JobParts {
  undoable?: boolean
  irreversible?: boolean
  /** Data stored for each of the three cards. */
  data?: readonly Data[]
  /** The one card with a warning in the preview. */
  warned?: { at: number; text: string }
}

/** Returns the job that selects those cards. */
export const jobOverBugs = (
  operation: string,
  message: string,
  { undoable = true, irreversible = false, data = [], warned }: JobParts = {}
) =>
  awaitingJob({
    operation,
    message,
    undoable,
    irreversible,
    ...(warned && { warnings: [`1 item ${warned.text}`] }),
    sample: [
      { item_id: '695e4ac05eed000000000034', display_name: 'Translate the login form' },
      { item_id: '695da2005eed000000000028', display_name: 'Fix the newsletter' },
      { item_id: '695cf9405eed00000000001c', display_name: 'Translate the contact page' }
    ].map((card, at) => ({
      ...card,
      ...(data[at] !== undefined && { data: data[at] }),
      ...(warned?.at === at && { warning: warned.text })
    }))
  })

export const NO_SELECTION = {
  name: 'no_selection',
  summary: 'Neither a board or list, nor ids',
  error: { reason: 'missing_required_field' }
} as const
