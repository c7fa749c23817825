import { byteSize, counted, fenced } from '../../lib/format.ts'
import type { Attachment } from './attachment.ts'
import type { Comment, Page, PageReference, Space, User, Version } from './schemas.ts'
import type { SearchItem } from './search-item.ts'

const FORMATS = ['markdown', 'storage', 'view', 'export_view', 'styled_view', 'editor', 'atlas_doc_format'] as const

const MAX_LISTED = 200

/** `2026-01-05T09:00:00.000Z` as `2026-01-05 09:00 UTC`. */
const moment = (time: string | null): string => (time === null ? 'unknown' : `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`)

/** Text of users on one line: a separate line could be mistaken for output of the gateway. */
const inLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ')

const personName = (user: User | null): string =>
  inLine(user?.display_name ?? user?.public_name ?? user?.username ?? user?.account_id ?? 'unknown')

/** Returns at most `most` characters, with a mark if the text was truncated. */
const truncated = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max).trimEnd()}…` : text)

/**
 * Returns a line followed by text of users. Long or multi-line text follows as a fenced block, so that it is complete and cannot be
 * mistaken for output of the gateway.
 */
function withText(line: string, text: string | null | undefined, language = ''): string {
  const content = text?.trim() ?? ''
  if (content === '') return line
  if (content.length <= MAX_LISTED && !/[\n\v\f\r\u0085\u2028\u2029]/.test(content)) return `${line}: ${content}`
  return `${line}:\n\n${fenced(content, language).replaceAll(/^/gm, '  ')}\n`
}

/** Renders a page: title, properties, body. The body is fenced unless it is Markdown, because it is data. */
export function pageMarkdown(page: Page): string {
  return [pageHead(page), pageBody(page)].filter(Boolean).join('\n\n')
}

function pageHead({ id, title, type, status, space, version, parent_id, ancestors, children, metadata }: Page): string {
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
  const lines = facts.filter(([, value]) => value !== '').map(([fact, value]) => `- **${fact}**: ${inLine(value)}`)
  return [`# ${inLine(title)} (\`${id}\`)`, lines.join('\n')].join('\n\n')
}

function pageBody({ body }: Page): string {
  const format = FORMATS.find(name => body?.[name])
  const value = format && body?.[format]?.value
  if (format === undefined || value === undefined) return ''
  return format === 'markdown' ? value : fenced(value, format === 'atlas_doc_format' ? 'json' : 'html')
}

interface Listed<Item> {
  items: Item[]
  next_cursor: string | null
}

const paged = (text: string, next: string | null): string => (next === null ? text : `${text}\n\nMore: cursor \`${next}\``)

const listed = <Item>({ items, next_cursor }: Listed<Item>, what: string, line: (item: Item) => string): string =>
  paged(items.length === 0 ? `No ${what} found.` : [`${counted(items.length, what)}:`, '', ...items.map(line)].join('\n'), next_cursor)

const pageLine = ({ id, title, space, version, body }: Page): string => {
  const text = body?.storage?.value
  const line = `- **${inLine(title)}** (\`${id}\`) in ${space.key}, version ${version.number}, ${moment(version.when)}`
  return text === undefined ? line : `${line}\n  ${truncated(inLine(text), MAX_LISTED)}`
}

export const pagesMarkdown = (list: Listed<Page>): string => listed(list, 'page', pageLine)

const spaceLine = ({ key, name, type, status, description }: Space): string =>
  withText(`- **${inLine(name)}** (\`${key}\`) ${inLine(type)}${status === 'current' ? '' : `, ${status}`}`, description)

export const spacesMarkdown = (list: Listed<Space>): string => listed(list, 'space', spaceLine)

export const spaceMarkdown = (space: Space): string =>
  [
    `# ${inLine(space.name)} (\`${space.key}\`)`,
    [
      `- **Type**: ${inLine(space.type)}, ${space.status}`,
      ...(space.description ? [withText('- **Description**', space.description)] : []),
      ...(space.homepage
        ? [`- **Home page**: ${space.homepage.title ? `${inLine(space.homepage.title)} ` : ''}(\`${space.homepage.id}\`)`]
        : []),
      `- **Created**: ${moment(space.metadata.created)}, by ${personName(space.metadata.created_by)}`,
      ...(space.metadata.labels?.length ? [`- **Labels**: ${space.metadata.labels.map(({ name }) => inLine(name)).join(', ')}`] : [])
    ].join('\n')
  ].join('\n\n')

const foundLine = ({ title, content, space, excerpt, last_modified, entity_type }: SearchItem): string => {
  const where =
    entity_type === 'space' ? `space ${space?.key ?? ''}` : `\`${content?.id ?? ''}\`) ${content?.type ?? ''} in ${space?.key ?? 'unknown'}`
  const line = entity_type === 'space' ? `- **${inLine(title)}** (${where})` : `- **${inLine(title)}** (${where}, ${moment(last_modified)}`
  return excerpt ? `${line}\n  ${truncated(inLine(excerpt), MAX_LISTED)}` : line
}

export const searchMarkdown = (list: Listed<SearchItem>): string => listed(list, 'result', foundLine)

const written = (what: string, page: Page & { incomplete?: { step: string; message: string } | null }): string =>
  [
    `**${what}**: ${inLine(page.title)} (\`${page.id}\`) in ${inLine(page.space.name)} (${page.space.key}), version ${page.version.number}`,
    ...(page.metadata.frontend_url === null ? [] : [page.metadata.frontend_url]),
    ...(page.incomplete ? [`*Not done: ${page.incomplete.step}. ${inLine(page.incomplete.message)}*`] : [])
  ].join('\n\n')

type Written = Page & { incomplete?: { step: string; message: string } | null }

export const createdMarkdown = (page: Written): string => written('Created', page)
export const updatedMarkdown = (page: Written): string => written('Updated', page)

export const versionsMarkdown = (list: Listed<Version>): string =>
  listed(list, 'version', ({ number, when, by, message }) => withText(`- **${number}** ${moment(when)}, by ${personName(by)}`, message))

interface Compared {
  from: { title: string; version: Version }
  to: { title: string; version: Version }
  identical: boolean
  diff: string
}

export const comparisonMarkdown = ({ from, to, identical, diff }: Compared): string =>
  `# ${inLine(to.title)}: version ${from.version.number} and ${to.version.number}\n\n${identical ? 'The bodies are the same.' : fenced(diff, 'diff')}`

export const referencesMarkdown = (list: Listed<PageReference>): string =>
  listed(list, 'page', ({ id, title, type }) => `- **${inLine(title ?? '(no title)')}** (\`${id}\`)${type === 'page' ? '' : ` ${type}`}`)

interface Tree {
  nodes: { id: string; title: string; depth: number }[]
  count: number
}

export const treeMarkdown = ({ nodes }: Tree): string =>
  nodes.length === 0
    ? 'No page found.'
    : nodes.map(({ id, title, depth }) => `${'  '.repeat(depth)}- ${inLine(title)} (\`${id}\`)`).join('\n')

export const commentsMarkdown = (list: Listed<Comment>): string =>
  listed(list, 'comment', ({ id, body, version }) =>
    withText(`- **${personName(version.by)}**, ${moment(version.when)} (\`${id}\`)`, body, 'html')
  )

export const usersMarkdown = (list: Listed<User>): string =>
  listed(list, 'person', user => `- **${personName(user)}** (\`${user.account_id ?? user.username ?? ''}\`)`)

const attachmentLine = ({ id, title, version, metadata }: Attachment): string =>
  withText(
    `**${inLine(title)}** (\`${id}\`) ${metadata.media_type ?? 'unknown type'}, ${metadata.file_size === null ? 'unknown size' : byteSize(metadata.file_size)}, version ${version.number}`,
    metadata.comment
  )

export const attachmentMarkdown = (attachment: Attachment): string => attachmentLine(attachment)

export const attachmentsMarkdown = (list: Listed<Attachment>): string =>
  listed(list, 'attachment', attachment => `- ${attachmentLine(attachment)}`)
