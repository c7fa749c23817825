import { awaitingJob } from '../../contract/example-job.ts'

/** Selects the two messages below in the sandbox. */
export const LAUNCH = { from: 'Bea Builder', subject: 'Launch plan' }

export const LAUNCH_MAIL = 'the messages from Bea Builder about Launch plan'

/** The job that selects those messages. */
export const jobOverLaunch = (operation: string, message: string, metadata: Metadata) =>
  jobOver(operation, message, metadata, LAUNCH_SAMPLE)

export const LAUNCH_SAMPLE = [
  { item_id: '19b00000014f014f', display_name: 'Re: Launch plan — Bea Builder <bea@example.com>' },
  { item_id: '19b00000014c014c', display_name: 'Launch plan — Bea Builder <bea@example.com>' }
]

/** What the search came to, its labels and that of the action by name. */
type Metadata = { search: string; labels: string[]; label?: string }

/** A job that awaits confirmation over those messages. */
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
  summary: 'Neither a condition nor ids: not all mail there is',
  error: { reason: 'missing_required_field' }
} as const
