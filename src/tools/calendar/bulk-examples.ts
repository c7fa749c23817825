import { awaitingJob } from '../../contract/example-job.ts'
import type { Job } from '../../contract/job.ts'

/** Selects the three events below in the sandbox. */
export const LATER = { calendar: 'Playground', query: 'Later', recurring: 'skip' } as const

export const LATER_EVENTS = 'the events of the calendar Playground matching Later (without series)'

const NAMES = [
  ['s0000000000000000000000001', 'Later: paint the fence (2026-02-02T10:00:00+01:00)'],
  ['s0000000000000000000000002', 'Later: mow the lawn (2026-02-03T10:00:00+01:00)'],
  ['s0000000000000000000000003', 'Later: plant a tree (2026-02-04T10:00:00+01:00)']
] as const

type Data = NonNullable<NonNullable<Job['preview']>['sample'][number]['data']>

interface JobParts {
  data?: readonly Data[]
  undoable?: boolean
  metadata: Record<string, string>
}

/** Returns the job that selects those events. `data` is what it stores of each. */
export function jobOverLater(operation: string, message: string, { data = [], metadata }: JobParts) {
  const sample = NAMES.map(([item_id, display_name], at) => ({
    item_id,
    display_name,
    ...(data[at] !== undefined && { data: data[at] })
  }))
  const job = awaitingJob({ operation, message, sample, undoable: true })
  return { ...job, preview: job.preview && { ...job.preview, metadata } }
}

export const NO_SELECTION = {
  name: 'no_selection',
  summary: 'Neither a filter nor ids',
  error: { reason: 'missing_required_field' }
} as const
