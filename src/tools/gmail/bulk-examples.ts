import { awaitingJob } from '../../contract/example-job.ts'

/** Selects the two messages below in the sandbox. */
export const LAUNCH = { from: 'Bea Builder', subject: 'Launch plan' }

export const LAUNCH_MESSAGES = 'the messages from Bea Builder about Launch plan'

/** Returns the job that selects those messages. */
export const jobOverLaunch = (operation: string, message: string, metadata: Metadata) =>
  jobOver(operation, message, metadata, LAUNCH_SAMPLE)

export const LAUNCH_SAMPLE = [
  { item_id: '19b00000014f014f', display_name: 'Re: Launch plan — Bea Builder <bea@example.com>, 2025-12-09 23:00 UTC' },
  { item_id: '19b00000014c014c', display_name: 'Launch plan — Bea Builder <bea@example.com>, 2025-12-09 20:00 UTC' }
]

/** Metadata of the preview: the search, and the names of its labels and of the label to set. */
type Metadata = { search: string; labels: string[]; label?: string }

/** Returns a job over the sample that awaits confirmation. */
export function jobOver(
  operation: string,
  message: string,
  metadata: Metadata,
  sample: { item_id: string; display_name: string; data?: boolean }[],
  { irreversible = false } = {}
) {
  const job = awaitingJob({ operation, message, sample, undoable: !irreversible, irreversible })
  return { ...job, preview: job.preview && { ...job.preview, metadata } }
}

export const NO_SELECTION = {
  name: 'no_selection',
  summary: 'Neither a filter nor ids',
  error: { reason: 'missing_required_field' }
} as const
