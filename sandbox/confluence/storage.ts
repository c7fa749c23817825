import sax from 'sax'
import { refuse } from './refusal.ts'

/** Refuses what is not well-formed, as the vendor does. */
export function checkStorage(storage: string): void {
  const parser = sax.parser(true)
  const unparsed = (why: string | undefined): never => {
    throw refuse(400, `Error parsing xhtml: ${why}`)
  }
  // What its parser takes, and the vendor's does not.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML forbids
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(storage)) unparsed('Illegal character')
  const marked = storage.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g, '')
  if (marked.includes(']]>')) unparsed('The character sequence "]]>"')
  if (/<[^<>]*?\s([\w:-]+)="[^"<]*"(?:\s[^<>]*?)?\s\1="/.test(marked)) unparsed('Duplicate attribute')
  parser.onerror = error => unparsed(error.message.split('\n')[0])
  parser.write(`<storage>${storage}</storage>`).close()
}

const BLOCK = /^(h[1-6])\. (.*)$/

/** The little of wiki markup that the stand-in knows: headings, bullets, bold, links, paragraphs. */
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

/** Storage as a browser is shown it: macros are run, as far as the stand-in knows them. */
export const renderView = (storage: string): string =>
  storage
    .replace(
      /<ac:structured-macro[^>]*ac:name="code"[^>]*>[\s\S]*?<!\[CDATA\[([\s\S]*?)\]\]>[\s\S]*?<\/ac:structured-macro>/g,
      (_, code: string) => `<pre class="syntaxhighlighter-pre">${escaped(code)}</pre>`
    )
    .replace(
      /<ac:task>[\s\S]*?<ac:task-status>(\w+)<\/ac:task-status>[\s\S]*?<ac:task-body>([\s\S]*?)<\/ac:task-body>\s*<\/ac:task>/g,
      '<li class="$1">$2</li>'
    )
    .replace(/<(\/?)ac:task-list[^>]*>/g, '<$1ul>')
    .replace(/<ac:link>\s*<ri:page[^>]*ri:content-title="([^"]*)"[^>]*\/>[\s\S]*?<\/ac:link>/g, '<a href="/pages/$1">$1</a>')
    .replace(/<ac:image[^>]*>\s*<ri:attachment[^>]*ri:filename="([^"]*)"[^>]*\/>\s*<\/ac:image>/g, '<img src="/download/$1" alt="$1" />')
    .replace(/<ac:emoticon[^>]*ac:emoji-fallback="([^"]*)"[^>]*\/>/g, '$1')
    .replace(/<ac:parameter[^>]*>[\s\S]*?<\/ac:parameter>/g, '')
    .replace(/<ac:layout-cell[^>]*>|<ac:rich-text-body>/g, '<div>')
    .replace(/<\/ac:layout-cell>|<\/ac:rich-text-body>/g, '</div>')
    .replace(/<\/?(ac|ri):[^>]*>/g, '')

/** The words of a page, as the index holds them. */
export const textOf = (storage: string): string =>
  storage
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
