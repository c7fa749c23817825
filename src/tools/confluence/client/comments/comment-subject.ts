import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { below, idOrNull, type Row, textOrNull } from '../../../../lib/row.ts'
import { attachmentAt } from '../attachments/attachments.ts'
import type { Confluence } from '../connection.ts'
import { missing } from '../failures.ts'
import { findPage } from '../pages/pages.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'

/** The content that a comment is about. */
export interface CommentSubject {
  id: string
  type: 'page' | 'blogpost' | 'attachment'
  /** Whether it is a comment on a text of the content. */
  isInline?: boolean
}

/** Maximum number of parent comments to follow. */
const MAX_DEPTH = 50

/** Returns the content that a comment is about. Throws if its space is not allowed; undefined if it is of another kind or unknown. */
export async function commentSubjectOf(
  confluence: Confluence,
  comment_id: string,
  call: ConfluenceCall
): Promise<CommentSubject | undefined> {
  let parent: string | null = comment_id
  for (let depth = 0; parent !== null && depth < MAX_DEPTH; depth++) {
    const { row, isInline }: { row: Row; isInline: boolean } = await readComment(confluence, parent, call)
    const named = namedBy(row)
    if (named) return { ...(await allowed(confluence, named, call)), isInline }
    parent = idOrNull(row, 'parentCommentId')
  }
  confluence.spaceAccess.check(call.caller, null)
  return undefined
}

/** Version 2 has different paths for comments at the foot and on a text: the ID does not reveal which it is. */
async function readComment(confluence: Confluence, comment_id: string, call: ConfluenceCall): Promise<{ row: Row; isInline: boolean }> {
  const subject = { kind: 'comment', name: comment_id } as const
  if (confluence.site.deployment === 'cloud') {
    const readAt = (path: string): Promise<Row> => confluence.row({ path, subject }, call)
    try {
      return { row: await readAt(`${v2('footer-comments')}/${segment(comment_id, 'comment_id')}`), isInline: false }
    } catch (error) {
      if (!(error instanceof OperationError) || error.reason !== 'upstream_not_found') throw error
      return { row: await readAt(`${v2('inline-comments')}/${segment(comment_id, 'comment_id')}`), isInline: true }
    }
  }
  const row = await confluence.row(
    { path: `${v1('content')}/${segment(comment_id, 'comment_id')}`, query: { expand: 'container' }, subject },
    call
  )
  if (row['type'] !== 'comment') throw missing(subject)
  return { row, isInline: false }
}

/** Version 2 has a property for each kind; version 1 has the kind as a property. */
function namedBy(row: Row): CommentSubject | undefined {
  const container = below(row, 'container')
  const isFile = textOrNull(container, 'type') === 'attachment'
  const attachment = idOrNull(row, 'attachmentId') ?? (isFile ? idOrNull(container, 'id') : null)
  if (attachment !== null) return { id: attachment, type: 'attachment' }
  const page = idOrNull(row, 'pageId') ?? idOrNull(row, 'blogPostId') ?? idOrNull(container, 'id')
  return page === null ? undefined : { id: page, type: 'page' }
}

/** Reads the content, to check its space. */
async function allowed(confluence: Confluence, { id, type }: CommentSubject, call: ConfluenceCall): Promise<CommentSubject> {
  if (type === 'attachment') await attachmentAt(confluence, id, undefined, call)
  else return { id, type: (await findPage(confluence, { page_id: id }, { format: undefined, anyStatus: true }, call)).type }
  return { id, type }
}
