import { awaitingJob } from '../../contract/example-job.ts'
import type { Job } from '../../contract/jobs.ts'

/** Selects the three cards below in the sandbox. */
export const BUGS = { board: 'Website Relaunch', label: 'Bug', due_before: '2026-01-21T12:00:01Z' }
const SAID = 'of the board Website Relaunch with label Bug, due_before 2026-01-21T12:00:01Z'

export const OPEN_BUGS = `the open cards ${SAID}`

const LABELS = { ids: ['695c18405eed00000000000c', '695c50805eed000000000010'] }

/** The labels that each of them has. */
export const BUG_LABELS = [LABELS, LABELS, LABELS] as const

type Data = NonNullable<NonNullable<Job['preview']>['sample'][number]['data']>

interface About {
  undoable?: boolean
  irreversible?: boolean
  /** What is kept of each of the three cards. */
  data?: readonly Data[]
}

/** The job that selects those cards. */
export const jobOverBugs = (operation: string, message: string, { undoable = true, irreversible = false, data = [] }: About = {}) =>
  awaitingJob({
    operation,
    message,
    undoable,
    irreversible,
    sample: [
      { item_id: '695e4ac05eed000000000034', display_name: 'Translate the login form' },
      { item_id: '695da2005eed000000000028', display_name: 'Fix the newsletter' },
      { item_id: '695cf9405eed00000000001c', display_name: 'Translate the contact page' }
    ].map((card, at) => ({ ...card, ...(data[at] !== undefined && { data: data[at] }) }))
  })

export const NO_SELECTION = {
  name: 'no_selection',
  summary: 'Neither a board or list, nor ids',
  error: { reason: 'missing_required_field' }
} as const
