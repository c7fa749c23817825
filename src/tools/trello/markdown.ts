import type { getCard } from './client/cards.ts'
import type { Checklist, Comment } from './schemas.ts'

type WholeCard = Awaited<ReturnType<typeof getCard>>

/** A card as one reads it: title, facts, description, checklists. */
export function cardMarkdown(card: WholeCard): string {
  const { name, url, board_name, list_name, archived, due, due_complete, labels, members, description, checklists } = card
  const facts: [string, string][] = [
    ['List', `${list_name} (${board_name})${archived ? ', archived' : ''}`],
    ['Due', due === null ? '' : `${due}${due_complete ? ' (done)' : ''}`],
    ['Labels', labels.map(label => label.name || (label.color ?? '')).join(', ')],
    ['Members', members.map(member => member.full_name).join(', ')],
    ['Comments', String(card.comment_count ?? '')],
    ['Attachments', String(card.attachment_count ?? '')]
  ]
  const lines = facts.filter(([, value]) => value !== '').map(([fact, value]) => `- **${fact}**: ${value}`)
  return [`# ${name}`, `\`${card.id}\` ${url}`, lines.join('\n'), description, ...checklists.map(checklistMarkdown)]
    .filter(Boolean)
    .join('\n\n')
}

interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

export const checklistsMarkdown = ({ items, next_cursor }: Page<Checklist>): string =>
  paged(items.length === 0 ? 'No checklist.' : items.map(checklistMarkdown).join('\n\n'), next_cursor)

const checklistMarkdown = ({ id, name, items }: Checklist): string =>
  [`## ${name} (\`${id}\`)`, items.map(item => `- [${item.complete ? 'x' : ' '}] ${item.name} (\`${item.id}\`)`).join('\n')]
    .filter(Boolean)
    .join('\n\n')

export const commentsMarkdown = ({ items, next_cursor }: Page<Comment>): string =>
  paged(items.length === 0 ? 'No comment.' : items.map(commentMarkdown).join('\n\n'), next_cursor)

const commentMarkdown = ({ id, author, created, text }: Comment): string =>
  `**${author?.full_name ?? 'Somebody'}**, ${created ?? 'some time'} (\`${id}\`):\n\n${text.replace(/^/gm, '> ')}`

const paged = (text: string, next: string | null): string => (next === null ? text : `${text}\n\nMore: cursor \`${next}\``)
