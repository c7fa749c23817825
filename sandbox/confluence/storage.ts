import sax from 'sax'
import { decodeEntities } from '../entities.ts'
import { refuse } from './refusal.ts'
import { displayNameOf } from './state/users.ts'

/** Refuses storage that is not well-formed, like the vendor. */
export function checkStorage(storage: string): void {
  const parser = sax.parser(true)
  const unparsed = (why: string | undefined): never => {
    throw refuse(400, `Error parsing xhtml: ${why}`)
  }
  // Characters that the parser accepts and the vendor does not.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(storage)) unparsed('Illegal character')
  const marked = storage.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g, '')
  if (marked.includes(']]>')) unparsed('The character sequence "]]>"')
  if (/<[^<>]*?\s([\w:-]+)="[^"<]*"(?:\s[^<>]*?)?\s\1="/.test(marked)) unparsed('Duplicate attribute')
  parser.onerror = error => unparsed(error.message.split('\n')[0])
  parser.write(`<storage>${storage}</storage>`).close()
}

const BLOCK = /^(h[1-6])\. (.*)$/

/** Supports a small part of wiki markup: headings, bullets, bold, links, paragraphs. */
export function wikiToStorage(wiki: string): string {
  const blocks = wiki.split(/\n{2,}|\n(?=h[1-6]\. )/).map(block => {
    const lines = block.split('\n').filter(Boolean)
    const [, heading, text = ''] = BLOCK.exec(lines[0] ?? '') ?? []
    if (heading !== undefined) return `<${heading}>${inline(text)}</${heading}>${wikiToStorage(lines.slice(1).join('\n'))}`
    if (lines.every(line => line.startsWith('* ')))
      return lines.length === 0 ? '' : `<ul>${lines.map(line => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
    return `<p>${lines.map(inline).join('<br />')}</p>`
  })
  return blocks.join('')
}

const inline = (text: string): string =>
  escaped(text)
    .replace(/\*([^*]+)\*/g, '<strong>$1</strong>')
    .replace(/\[([^|\]]+)\|([^\]]+)\]/g, '<a href="$2">$1</a>')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const STATUS_STYLES: ReadonlyMap<string, string> = new Map([
  ['green', ' aui-lozenge-success'],
  ['blue', ' aui-lozenge-complete'],
  ['red', ' aui-lozenge-error'],
  ['yellow', ' aui-lozenge-current']
])

/** Renders the status macro as a lozenge, https://confluence.atlassian.com/doc/status-macro-223222355.html. */
function statusView(macro: string): string {
  const parameter = (name: string): string => new RegExp(`<ac:parameter[^>]*ac:name="${name}"[^>]*>([^<]*)<`).exec(macro)?.[1] ?? ''
  return `<span class="status-macro aui-lozenge${STATUS_STYLES.get(parameter('colour').toLowerCase()) ?? ''}">${parameter('title')}</span>`
}

const attribute = (element: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1]

function imageView(element: string): string {
  const address = attribute(element, 'ri:value')
  const file = attribute(element, 'ri:filename')
  if (address === undefined && file === undefined) return ''
  const alt = attribute(element, 'ac:alt') ?? file ?? ''
  return `<img src="${address ?? `/download/${file}`}" alt="${alt}" />`
}

function mentionView(element: string): string {
  const id = attribute(element, 'ri:account-id') ?? attribute(element, 'ri:userkey') ?? attribute(element, 'ri:username') ?? ''
  return `<a class="confluence-userlink user-mention" data-account-id="${id}" href="/people/${id}">@${escaped(displayNameOf(id) ?? id)}</a>`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dateView(element: string): string {
  const date = attribute(element, 'datetime') ?? ''
  const [year, month, day] = date.split('-')
  return `<time datetime="${date}" class="date-past">${day} ${MONTHS[Number(month) - 1] ?? ''} ${year}</time>`
}

/** Renders storage as the HTML for browsers. Unknown macros are omitted. */
export const renderView = (storage: string): string =>
  storage
    .replace(
      /<ac:structured-macro[^>]*ac:name="code"[^>]*>[\s\S]*?<!\[CDATA\[([\s\S]*?)\]\]>[\s\S]*?<\/ac:structured-macro>/g,
      (_, code: string) => `<pre class="syntaxhighlighter-pre">${escaped(code)}</pre>`
    )
    .replace(/<ac:structured-macro[^>]*ac:name="status"[^>]*>[\s\S]*?<\/ac:structured-macro>/g, statusView)
    .replace(
      /<ac:task>[\s\S]*?<ac:task-status>(\w+)<\/ac:task-status>[\s\S]*?<ac:task-body>([\s\S]*?)<\/ac:task-body>\s*<\/ac:task>/g,
      '<li class="$1">$2</li>'
    )
    .replace(/<(\/?)ac:task-list[^>]*>/g, '<$1ul>')
    .replace(/<ac:link>\s*<ri:page[^>]*ri:content-title="([^"]*)"[^>]*\/>[\s\S]*?<\/ac:link>/g, '<a href="/pages/$1">$1</a>')
    .replace(/<ac:link[^>]*>\s*<ri:user[^>]*>[\s\S]*?<\/ac:link>/g, mentionView)
    .replace(/<ac:image[^>]*>[\s\S]*?<\/ac:image>/g, imageView)
    .replace(/<time\s[^>]*\/>|<time\s[^>]*>\s*<\/time>/g, dateView)
    .replace(/<ac:emoticon[^>]*ac:emoji-fallback="([^"]*)"[^>]*\/>/g, '$1')
    .replace(/<ac:parameter[^>]*>[\s\S]*?<\/ac:parameter>/g, '')
    .replace(/<ac:layout-cell[^>]*>|<ac:rich-text-body>/g, '<div>')
    .replace(/<\/ac:layout-cell>|<\/ac:rich-text-body>/g, '</div>')
    .replace(/<\/?(ac|ri):[^>]*>/g, '')

/** Returns the text of a page, as it is indexed. */
export const textOf = (storage: string): string =>
  decodeEntities(storage.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_all, text: string) => escaped(text)).replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
