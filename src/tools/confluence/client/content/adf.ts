import { below, isRow, type Row, rowOf, rows } from '../../../../lib/row.ts'

/** Atlassian Document Format: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/. Confluence checks its schema. */

/** Returns why a text is not an ADF document; undefined if it is one. */
export function faultInAdf(text: string): string | undefined {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : 'it cannot be parsed'}`
  }
  if (!isRow(document) || document['type'] !== 'doc') return 'is not an ADF document: its type must be doc'
  if (document['version'] !== 1) return 'is not an ADF document: its version must be 1'
  if (!Array.isArray(document['content'])) return 'is not an ADF document: its content must be a list'
  const open: [node: unknown, path: string][] = [[document, '']]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, path] = next
    if (!isRow(node) || typeof node['type'] !== 'string') return `has no type at ${path.slice(0, 200)}`
    const { content = [] } = node
    if (!Array.isArray(content)) return `has a content that is not a list at ${path.slice(0, 200) || 'its root'}`
    for (const [at, child] of content.entries()) open.push([child, `${path}/content/${at}`])
  }
  return undefined
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Renders the texts of an ADF document with their colors, to find text that readers do not see; undefined for any other text. */
export function adfAsHtml(text: string): string | undefined {
  if (!text.startsWith('{') || faultInAdf(text) !== undefined) return undefined
  const parts: string[] = []
  const open: Row[] = [rowOf(JSON.parse(text))]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    parts.push(htmlOf(node))
    for (const child of rows(node, 'content').toReversed()) open.push(child)
  }
  return parts.join('')
}

function htmlOf(node: Row): string {
  const attributes = below(node, 'attrs')
  if (node['type'] === 'placeholder') return '<ac:placeholder>'
  if (node['type'] === 'bodiedExtension' && below(attributes, 'parameters', 'macroParams', 'hidden')['value'] === 'true')
    return '<ac:parameter ac:name="hidden">true'
  if (typeof node['text'] !== 'string') return '\n'
  const styles = rows(node, 'marks').flatMap(mark => {
    const color = below(mark, 'attrs')['color']
    if (typeof color !== 'string') return []
    return mark['type'] === 'textColor' ? [`color:${color}`] : mark['type'] === 'backgroundColor' ? [`background-color:${color}`] : []
  })
  return `<span style="${escaped(styles.join(';'))}">${escaped(node['text'])}</span>`
}
