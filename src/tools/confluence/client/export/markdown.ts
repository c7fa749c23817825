import { OperationError } from '../../../../contract/errors.ts'
import type { Confluence } from '../connection.ts'
import { isUnreadable } from '../pages/optional-parts.ts'
import { getPage } from '../pages/pages.ts'
import { getTree, type Node, type TreeCall } from '../pages/tree.ts'

const MAX_LEVEL = 6

export interface TreeExport {
  page_id?: string
  space_key?: string
  depth: number
}

/**
 * Yields the pages of a tree as one Markdown document: each page is a heading at its depth, with its text below. Pages are read as the document
 * is read. Throws before the first page if the tree cannot be read.
 */
export async function exportMarkdown(confluence: Confluence, { page_id, space_key, depth }: TreeExport, call: TreeCall) {
  const query = { depth, ...(page_id === undefined ? {} : { page_id }), ...(space_key === undefined ? {} : { space_key }) }
  // The whole tree is exported, so its parts need no hint at how to continue.
  const own: TreeCall = { ...call, truncate: () => undefined }
  const first = await getTree(confluence, query, own)
  async function* pages(): AsyncGenerator<string> {
    let part: Awaited<ReturnType<typeof getTree>> | undefined = first
    while (part) {
      for (const node of part.nodes) yield await pageText(confluence, node, call)
      const cursor: string | undefined = part.next_nodes_cursor
      part = cursor === undefined ? undefined : await getTree(confluence, { ...query, nodes_cursor: cursor }, own)
    }
  }
  return { body: pages(), media_type: 'text/markdown', filename: `confluence-${page_id ?? space_key ?? 'pages'}.md` }
}

/** A page that cannot be read, or is not text, is its heading with the reason. */
async function pageText(confluence: Confluence, { id, title, type, depth }: Node, call: TreeCall): Promise<string> {
  const level = Math.min(MAX_LEVEL, depth + 1)
  const heading = `${'#'.repeat(level)} ${title.replace(/\s+/g, ' ')}\n\n<!-- page ${id} -->\n\n`
  if (type !== 'page') return `${heading}*${type}*\n\n`
  try {
    const page = await getPage(confluence, { page_id: id, content_format: 'markdown', no_cache: false }, call)
    const text = page.body?.markdown?.value ?? ''
    return `${heading}${text === '' ? '' : `${below(text, level)}\n\n`}`
  } catch (error) {
    if (!isUnreadable(error) && !(error instanceof OperationError && error.reason === 'cannot_be_honoured')) throw error
    return `${heading}*This page could not be read: ${error.message.replace(/\s+/g, ' ')}*\n\n`
  }
}

/** Headings of a page are below that of the page. Code is left as it is. */
function below(text: string, level: number): string {
  let fence = ''
  return text
    .split('\n')
    .map(line => {
      const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(line) ?? []
      if (fence !== '') {
        if (mark.startsWith(fence) && line.trim() === mark) fence = ''
        return line
      }
      if (mark !== '') {
        fence = mark
        return line
      }
      const [, signs] = /^(#{1,6}) /.exec(line) ?? []
      return signs === undefined ? line : '#'.repeat(Math.min(MAX_LEVEL, signs.length + level)) + line.slice(signs.length)
    })
    .join('\n')
}
