import { inLine } from '../lib/format.ts'
import { blocksMarkdown } from '../lib/markdown.ts'
import { ITEM_OUTCOMES, type Job, type JobItem, STATUS_MEANINGS } from './job.ts'

/** Returns a job as Markdown: its status, progress, counts and next steps. */
export function jobMarkdown(job: Job): string {
  const head = `**${escaped(job.message)}**\n\nJob \`${job.id}\` is **${job.status}**: ${STATUS_MEANINGS[job.status]}.`
  return [head, reason(job), progressLine(job), counts(job), preview(job), failures(job), warnings(job), nextStep(job)]
    .filter(part => part !== '')
    .join('\n\n')
}

/** Returns a page of jobs as a table. */
export function jobsMarkdown({ items, next_cursor }: { items: Job[]; next_cursor: string | null }): string {
  if (items.length === 0) return `No jobs.${more(next_cursor)}`
  const rows = items.map(job => [`\`${job.id}\``, job.status, escaped(job.message), progressLine(job), job.created_at])
  return table(['id', 'status', 'description', 'progress', 'created'], rows) + more(next_cursor)
}

/** Returns a page of items with their outcomes as a table. */
export function jobItemsMarkdown({ items, next_cursor }: { items: JobItem[]; next_cursor: string | null }): string {
  if (items.length === 0) return `No items.${more(next_cursor)}`
  const rows = items.map(({ index, display_name, outcome, error }) => [
    String(index),
    display_name,
    outcome ?? 'pending',
    error?.message ?? ''
  ])
  return table(['#', 'item', 'outcome', 'error'], rows) + more(next_cursor)
}

function reason({ error, reason, waiting_until }: Job): string {
  const text = error ? `${error.message} (${error.reason})` : (reason ?? '')
  return [text && `Reason: ${inLine(text)}`, waiting_until && `It continues at ${waiting_until}.`].filter(Boolean).join(' ')
}

function progressLine({ progress: { done, total, percent, items_per_second, eta_seconds } }: Job): string {
  if (!total) return 'Listing items'
  const size = `${total.relation === 'eq' ? '' : total.relation === 'gte' ? 'at least ' : 'about '}${total.value}`
  const facts = [
    percent !== null && `${percent}%`,
    items_per_second !== null && `${items_per_second} items/s`,
    eta_seconds && `${eta_seconds} s left`
  ]
  return [`${done} of ${size}`, ...facts.filter(fact => typeof fact === 'string')].join(', ')
}

function counts({ progress }: Job): string {
  const seen = ITEM_OUTCOMES.filter(outcome => progress[outcome] > 0)
  return seen.length === 0
    ? ''
    : table(
        ['outcome', 'items'],
        seen.map(outcome => [outcome, String(progress[outcome])])
      )
}

function preview({ preview, status }: Job): string {
  if (!preview || status !== 'awaiting_confirmation') return ''
  const { total, sample, warnings, irreversible, estimated_seconds } = preview
  const lines = [
    ...(irreversible ? ['**This cannot be undone.**'] : []),
    ...warnings.map(warning => `> ${inLine(warning)}`),
    ...(estimated_seconds === null ? [] : [`Estimated duration: ${estimated_seconds} s.`]),
    ...sample.flatMap(({ display_name, data }) => [`- ${escaped(display_name)}`, blocksMarkdown(data, 'data')].filter(text => text !== '')),
    ...(total.value > sample.length ? [`- … and ${total.value - sample.length} more`] : [])
  ]
  return lines.join('\n')
}

function failures({ errors }: Job): string {
  if (errors.length === 0) return ''
  return table(
    ['failure', 'items', 'examples'],
    errors.map(({ message, reason, count, sample_item_ids }) => [`${message} (${reason})`, String(count), sample_item_ids.join(', ')])
  )
}

const warnings = ({ warnings }: Job): string => warnings.map(warning => `> ${inLine(warning)}`).join('\n')

function nextStep({ status, id, confirm_token, poll_after_ms }: Job): string {
  if (status === 'awaiting_confirmation')
    return `To start it, call jobs_confirm with id \`${id}\` and confirm_token \`${confirm_token}\`. To discard it, call jobs_cancel.`
  if (status === 'paused') return `To continue, call jobs_resume with id \`${id}\`. To stop it, call jobs_cancel.`
  return poll_after_ms === null ? '' : `To follow it, call jobs_get with id \`${id}\` and wait 25.`
}

/** Escapes text that is not ours: the `**` of a glob pattern is not emphasis. */
const escaped = (text: string): string => inLine(text).replace(/[\\`*_[\]<]/g, '\\$&')

function table(columns: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string): string => inLine(text).replaceAll('|', '\\|')

const more = (cursor: string | null): string => (cursor === null ? '' : `\n\nMore: cursor \`${cursor}\``)
