import { below, idOrNull, type Row, textOrNull } from '../../../lib/row.ts'
import { attachmentAt } from './attachments.ts'
import type { Confluence } from './connection.ts'
import { missing } from './failures.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v1, v2 } from './request.ts'

/** What comments are written about. */
export interface Discussed {
  id: string
  type: 'page' | 'blogpost' | 'attachment'
}

/** Further up nobody answers. */
const DEEPEST = 50

/** What a comment is about, where that may be used; undefined where it is something else, or Confluence does not tell. */
export async function discussionOf(confluence: Confluence, comment_id: string, turn: Turn): Promise<Discussed | undefined> {
  let parent: string | null = comment_id
  for (let depth = 0; parent !== null && depth < DEEPEST; depth++) {
    const row: Row = await readComment(confluence, parent, turn)
    const named = namedBy(row)
    if (named) return await allowed(confluence, named, turn)
    parent = idOrNull(row, 'parentCommentId')
  }
  confluence.allowance.check(turn.caller, null)
  return undefined
}

async function readComment(confluence: Confluence, comment_id: string, turn: Turn): Promise<Row> {
  const about = { kind: 'comment', name: comment_id } as const
  if (confluence.site.deployment === 'cloud')
    return await confluence.row({ path: `${v2('footer-comments')}/${segment(comment_id)}`, about }, turn)
  const row = await confluence.row({ path: `${v1('content')}/${segment(comment_id)}`, query: { expand: 'container' }, about }, turn)
  if (row['type'] !== 'comment') throw missing(about)
  return row
}

/** Version 2 has a name for each kind; version 1 tells the kind. */
function namedBy(row: Row): Discussed | undefined {
  const container = below(row, 'container')
  const isFile = textOrNull(container, 'type') === 'attachment'
  const attachment = idOrNull(row, 'attachmentId') ?? (isFile ? idOrNull(container, 'id') : null)
  if (attachment !== null) return { id: attachment, type: 'attachment' }
  const page = idOrNull(row, 'pageId') ?? idOrNull(row, 'blogPostId') ?? idOrNull(container, 'id')
  return page === null ? undefined : { id: page, type: 'page' }
}

/** It is read, so that its space is known. */
async function allowed(confluence: Confluence, { id, type }: Discussed, turn: Turn): Promise<Discussed> {
  if (type === 'attachment') await attachmentAt(confluence, id, undefined, turn)
  else return { id, type: (await findPage(confluence, { page_id: id }, { format: undefined, anyStatus: true }, turn)).type }
  return { id, type }
}
