import { inLine } from '../../lib/format.ts'
import type { getCard } from './client/cards/cards.ts'
import type { Checklist, Comment } from './schemas.ts'

type CardDetails = Awaited<ReturnType<typeof getCard>>

/** Formats a card as Markdown: title, properties, description and checklists. */
export function cardMarkdown(card: CardDetails): string {
  const { name, url, board_name, list_name, archived, due, due_complete, labels, members, description, checklists } = card
  const facts: [string, string][] = [
    ['List', `${list_name} (${board_name})${archived ? ', archived' : ''}`],
    ['Due', due === null ? '' : `${due}${due_complete ? ' (done)' : ''}`],
    ['Labels', labels.map(label => label.name || (label.color ?? '')).join(', ')],
    ['Members', members.map(member => member.full_name).join(', ')],
    ['Comments', String(card.comment_count ?? '')],
    ['Attachments', String(card.attachment_count ?? '')]
  ]
  const lines = facts.filter(([, value]) => value !== '').map(([fact, value]) => `- **${fact}**: ${inLine(value)}`)
  return [`# ${inLine(name)}`, `\`${card.id}\` ${url}`, lines.join('\n'), description, ...checklists.map(checklistMarkdown)]
    .filter(Boolean)
    .join('\n\n')
}

interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

export const checklistsMarkdown = ({ items, next_cursor }: Page<Checklist>): string =>
  paged(items.length === 0 ? 'No checklists.' : items.map(checklistMarkdown).join('\n\n'), next_cursor)

const checklistMarkdown = ({ id, name, items }: Checklist): string =>
  [`## ${inLine(name)} (\`${id}\`)`, items.map(item => `- [${item.complete ? 'x' : ' '}] ${inLine(item.name)} (\`${item.id}\`)`).join('\n')]
    .filter(Boolean)
    .join('\n\n')

export const commentsMarkdown = ({ items, next_cursor }: Page<Comment>): string =>
  paged(items.length === 0 ? 'No comments.' : items.map(commentMarkdown).join('\n\n'), next_cursor)

const commentMarkdown = ({ id, author, created, text }: Comment): string =>
  `**${inLine(author?.full_name ?? 'Unknown author')}**, ${created ?? 'unknown time'} (\`${id}\`):\n\n${text.replace(/^/gm, '> ')}`

const paged = (text: string, next: string | null): string => (next === null ? text : `${text}\n\nMore: cursor \`${next}\``)
