import { inLine } from '../../lib/format.ts'
import type { Comment, Issue } from './schemas/issues.ts'
import type { Person } from './schemas/people.ts'

interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

const at = (person: Person | null): string => (person?.username ? `@${inLine(person.username)}` : 'unknown user')

/** Renders an issue: title, facts, description. */
export function issueMarkdown(issue: Issue): string {
  const { title, state, labels, milestone, author, assignees, due_date, description, url, reference } = issue
  const facts: [string, string][] = [
    ['State', state ?? ''],
    ['Labels', labels.join(', ')],
    ['Milestone', milestone?.title ?? ''],
    ['Author', author ? at(author) : ''],
    ['Assignees', assignees.map(at).join(', ')],
    ['Due', due_date ?? '']
  ]
  const lines = facts.filter(([, value]) => value !== '').map(([fact, value]) => `- **${fact}**: ${inLine(value)}`)
  return [`# ${inLine(title ?? 'Untitled')}`, [reference, url].filter(Boolean).join(' '), lines.join('\n'), description ?? '']
    .filter(Boolean)
    .join('\n\n')
}

const row = ({ iid, title, state, labels, assignees }: Issue): string =>
  `- #${iid} ${inLine(`${title ?? ''} (${[state, ...labels, ...assignees.map(at)].filter(Boolean).join(', ')})`)}`

export const issuesMarkdown = ({ items, next_cursor }: Page<Issue>): string =>
  paged(items.length === 0 ? 'No issues.' : items.map(row).join('\n'), next_cursor)

export const commentsMarkdown = ({ items, next_cursor }: Page<Comment>): string =>
  paged(items.length === 0 ? 'No comments.' : items.map(commentMarkdown).join('\n\n'), next_cursor)

const commentMarkdown = ({ author, created_at, body }: Comment): string =>
  `${at(author)}, ${created_at ?? 'unknown time'}:\n\n${(body ?? '').replace(/^/gm, '> ')}`

const paged = (text: string, next: string | null): string => (next === null ? text : `${text}\n\nMore: cursor \`${next}\``)
