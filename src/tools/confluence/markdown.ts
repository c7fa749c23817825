import { counted, fenced } from '../../lib/format.ts'
import type { Page, SearchItem, Space, User } from './schemas.ts'

const FORMATS = ['markdown', 'storage', 'view', 'export_view', 'styled_view', 'editor'] as const

const LONGEST_LISTED = 200

/** `2026-01-05T09:00:00.000Z` as `2026-01-05 09:00 UTC`. */
export const moment = (time: string | null): string => (time === null ? 'unknown' : `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`)

export const personName = (user: User | null): string =>
  user?.display_name ?? user?.public_name ?? user?.username ?? user?.account_id ?? 'unknown'

/** A text of at most so many characters, with a mark where it was cut. */
export const truncated = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most).trimEnd()}…` : text)

/** A page as one reads it: title, facts, body. What it says is fenced, unless it is Markdown: it is data. */
export function pageMarkdown(page: Page): string {
  return [pageHead(page), pageBody(page)].filter(Boolean).join('\n\n')
}

export function pageHead({ id, title, type, status, space, version, parent_id, ancestors, children, metadata }: Page): string {
  const facts: [string, string][] = [
    ['Space', `${space.name} (${space.key})`],
    ['Type', status === 'current' ? type : `${type}, ${status}`],
    ['Version', `${version.number}, ${moment(version.when)}, by ${personName(version.by)}${version.message ? `: ${version.message}` : ''}`],
    ['Created', `${moment(metadata.created)}, by ${personName(metadata.created_by)}`],
    ['Labels', (metadata.labels ?? []).map(({ name }) => name).join(', ')],
    ['Below', (ancestors ?? []).map(one => one.title ?? one.id).join(' › ') || (parent_id ?? '')],
    ['Children', (children ?? []).map(one => `${one.title ?? ''} (\`${one.id}\`)`).join(', ')],
    ['URL', metadata.frontend_url ?? '']
  ]
  const lines = facts.filter(([, value]) => value !== '').map(([fact, value]) => `- **${fact}**: ${value}`)
  return [`# ${title} (\`${id}\`)`, lines.join('\n')].join('\n\n')
}

function pageBody({ body }: Page): string {
  const format = FORMATS.find(name => body?.[name])
  const value = format && body?.[format]?.value
  if (format === undefined || value === undefined) return ''
  return format === 'markdown' ? value : fenced(value, 'html')
}

interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
}

const paged = (text: string, next: string | null): string => (next === null ? text : `${text}\n\nMore: cursor \`${next}\``)

const listed = <Item>({ items, next_cursor }: Listed<Item>, what: string, line: (item: Item) => string): string =>
  paged(items.length === 0 ? `No ${what} found.` : [`${counted(items.length, what)}:`, '', ...items.map(line)].join('\n'), next_cursor)

export const pageLine = ({ id, title, space, version, body }: Page): string => {
  const text = body?.storage?.value
  const line = `- **${title}** (\`${id}\`) in ${space.key}, version ${version.number}, ${moment(version.when)}`
  return text === undefined ? line : `${line}\n  ${truncated(text.replace(/\s+/g, ' '), LONGEST_LISTED)}`
}

export const pagesMarkdown = (list: Listed<Page>): string => listed(list, 'page', pageLine)

const spaceLine = ({ key, name, type, status, description }: Space): string =>
  `- **${name}** (\`${key}\`) ${type}${status === 'current' ? '' : `, ${status}`}${description ? `: ${truncated(description, LONGEST_LISTED)}` : ''}`

export const spacesMarkdown = (list: Listed<Space>): string => listed(list, 'space', spaceLine)

export const spaceMarkdown = (space: Space): string =>
  [
    `# ${space.name} (\`${space.key}\`)`,
    [
      `- **Type**: ${space.type}, ${space.status}`,
      ...(space.description ? [`- **Description**: ${space.description}`] : []),
      ...(space.homepage ? [`- **Home page**: ${space.homepage.title ?? ''} (\`${space.homepage.id}\`)`] : []),
      `- **Created**: ${moment(space.metadata.created)}, by ${personName(space.metadata.created_by)}`,
      ...(space.metadata.labels?.length ? [`- **Labels**: ${space.metadata.labels.map(({ name }) => name).join(', ')}`] : [])
    ].join('\n')
  ].join('\n\n')

const foundLine = ({ title, content, space, excerpt, last_modified, entity_type }: SearchItem): string => {
  const where =
    entity_type === 'space' ? `space ${space?.key ?? ''}` : `\`${content?.id ?? ''}\`) ${content?.type ?? ''} in ${space?.key ?? 'unknown'}`
  const line = entity_type === 'space' ? `- **${title}** (${where})` : `- **${title}** (${where}, ${moment(last_modified)}`
  return excerpt ? `${line}\n  ${truncated(excerpt.replace(/\s+/g, ' '), LONGEST_LISTED)}` : line
}

export const searchMarkdown = (list: Listed<SearchItem>): string => listed(list, 'result', foundLine)
