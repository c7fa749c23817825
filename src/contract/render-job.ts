import { ITEM_OUTCOMES, type Job, type JobItem, STATUS_MEANINGS } from './jobs.ts'

/** A job for an assistant to read: where it stands, what it counts, what to do next. */
export function jobMarkdown(job: Job): string {
  const head = `**${plain(job.message)}**\n\nJob \`${job.id}\` is **${job.status}**: ${STATUS_MEANINGS[job.status]}.`
  return [head, trouble(job), progressLine(job), counts(job), preview(job), failures(job), warned(job), next(job)]
    .filter(part => part !== '')
    .join('\n\n')
}

/** Jobs as a table. */
export function jobsMarkdown({ items, next_cursor }: { items: Job[]; next_cursor: string | null }): string {
  if (items.length === 0) return `No jobs.${more(next_cursor)}`
  const rows = items.map(job => [`\`${job.id}\``, job.status, plain(job.message), progressLine(job), job.created_at])
  return table(['id', 'status', 'what', 'progress', 'made'], rows) + more(next_cursor)
}

/** What became of each item, as a table. */
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

function trouble({ error, reason, waiting_until }: Job): string {
  const why = error ? `${error.message} (${error.reason})` : (reason ?? '')
  return [why && `Reason: ${why}`, waiting_until && `It goes on at ${waiting_until}.`].filter(Boolean).join(' ')
}

function progressLine({ progress: { done, total, percent, items_per_second, eta_seconds } }: Job): string {
  if (!total) return 'Listing its items'
  const most = `${total.relation === 'eq' ? '' : total.relation === 'gte' ? 'at least ' : 'about '}${total.value}`
  const facts = [
    percent !== null && `${percent} %`,
    items_per_second !== null && `${items_per_second} a second`,
    eta_seconds && `${eta_seconds} s left`
  ]
  return [`${done} of ${most}`, ...facts.filter(fact => typeof fact === 'string')].join(', ')
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
    ...warnings.map(warning => `> ${warning}`),
    ...(estimated_seconds === null ? [] : [`It will take about ${estimated_seconds} s.`]),
    ...sample.map(({ display_name }) => `- ${plain(display_name)}`),
    ...(total.value > sample.length ? [`- … and ${total.value - sample.length} more`] : [])
  ]
  return lines.join('\n')
}

function failures({ errors }: Job): string {
  if (errors.length === 0) return ''
  return table(
    ['failure', 'items', 'for example'],
    errors.map(({ message, reason, count, sample_item_ids }) => [`${message} (${reason})`, String(count), sample_item_ids.join(', ')])
  )
}

const warned = ({ warnings }: Job): string => warnings.map(warning => `> ${warning}`).join('\n')

function next({ status, id, confirm_token, poll_after_ms }: Job): string {
  if (status === 'awaiting_confirmation')
    return `To start it: jobs_confirm with id \`${id}\` and confirm_token \`${confirm_token}\`. To drop it: jobs_cancel.`
  if (status === 'paused') return `To go on: jobs_resume with id \`${id}\`. To drop it: jobs_cancel.`
  return poll_after_ms === null ? '' : `Ask again with jobs_get, id \`${id}\`, wait 25.`
}

/** Words of others, of which Markdown shall make nothing: the `**` of a pattern is no emphasis. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<]/g, '\\$&')

function table(columns: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const more = (cursor: string | null): string => (cursor === null ? '' : `\n\nMore: cursor \`${cursor}\``)
