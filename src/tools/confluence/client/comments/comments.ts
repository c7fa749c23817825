import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, id, idOrNull, type Row, rows, textOrNull } from '../../../../lib/row.ts'
import type { Comment, Page } from '../../schemas.ts'
import { contentPath } from '../cloud/pages.ts'
import type { Confluence } from '../connection.ts'
import { type WriteFormat, written } from '../content/content.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from '../listing.ts'
import type { Written } from '../pages/page-source.ts'
import { findPage } from '../pages/pages.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'
import { bodyOf, urlOf, versionOf as versionOfV1 } from '../shapes-v1.ts'
import { versionOf as versionOfV2 } from '../shapes-v2.ts'
import { commentSubjectOf } from './comment-subject.ts'

export const EXPAND = 'body.storage,version,ancestors,container'

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

/** Reads a comment of either version of the API. */
export const commentOf = (row: Row, page_id: string | null, base: string, isV2: boolean): Comment => ({
  id: id(row),
  page_id: idOrNull(row, 'pageId') ?? idOrNull(row, 'blogPostId') ?? idOrNull(below(row, 'container'), 'id') ?? page_id,
  parent_id: idOrNull(row, 'parentCommentId') ?? idOrNull(rows(row, 'ancestors').at(-1) ?? {}, 'id'),
  status: textOrNull(row, 'status'),
  title: textOrNull(row, 'title'),
  body: bodyOf(below(row, 'body'))?.storage?.value ?? null,
  version: isV2 ? versionOfV2(below(row, 'version')) : versionOfV1(below(row, 'version')),
  frontend_url: urlOf(row, base)
})

export interface CommentsInput extends Paging {
  page_id: string
  parent_comment_id?: string
}

export async function listComments(
  confluence: Confluence,
  { page_id, parent_comment_id, ...paging }: CommentsInput,
  call: ConfluenceCall
): Promise<Listed<Comment>> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  if (parent_comment_id !== undefined && (await commentSubjectOf(confluence, parent_comment_id, call))?.id !== page_id)
    throw invalidField(
      'parent_comment_id',
      `is not a comment on the page ${page_id}`,
      'the ID of a comment that list_comments returns for this page'
    )
  const subject = { kind: parent_comment_id === undefined ? 'page' : 'comment', name: parent_comment_id ?? page_id } as const
  const request = isCloud(confluence) ? onCloud(type, page_id, parent_comment_id) : onDataCenter(page_id, parent_comment_id)
  const fetchPage = async (position: Position, limit: number) => {
    const query = { ...request.query, limit, ...positionQuery(position) }
    return vendorPage(await confluence.send({ ...request, query, subject }, call), position)
  }
  const read = (row: Row): Comment => commentOf(row, page_id, confluence.site.base, isCloud(confluence))
  return report(await list(paging, [page_id, parent_comment_id], fetchPage, read), call)
}

const onCloud = (type: Page['type'], page_id: string, parent_comment_id: string | undefined) => ({
  path:
    parent_comment_id === undefined
      ? `${contentPath(type, page_id)}/footer-comments`
      : `${v2('footer-comments')}/${segment(parent_comment_id, 'parent_comment_id')}/children`,
  query: { 'body-format': 'storage' }
})

/** Without a location, the list of a page would include inline comments. */
const onDataCenter = (page_id: string, parent_comment_id: string | undefined) => ({
  path: `${v1('content')}/${segment(parent_comment_id ?? page_id)}/child/comment`,
  query: { expand: EXPAND, ...(parent_comment_id === undefined && { location: 'footer' }) }
})

export async function addComment(
  confluence: Confluence,
  { page_id, content, content_format }: { page_id: string; content: string; content_format: WriteFormat },
  call: ConfluenceCall
): Promise<Comment> {
  const body = await written(confluence, content, content_format, call)
  const { type } = await findPage(confluence, { page_id }, { format: undefined }, call)
  const subject = { kind: 'page', name: page_id } as const
  if (!isCloud(confluence)) return await post(confluence, { container: { id: page_id, type } }, body, page_id, subject, call)
  return await post(confluence, type === 'page' ? { pageId: page_id } : { blogPostId: page_id }, body, page_id, subject, call)
}

/** Looks up what the comment is about: Data Center needs it, and its space must be allowed. */
export async function replyToComment(
  confluence: Confluence,
  { comment_id, content, content_format }: { comment_id: string; content: string; content_format: WriteFormat },
  call: ConfluenceCall
): Promise<Comment> {
  const body = await written(confluence, content, content_format, call)
  const subject = { kind: 'comment', name: comment_id } as const
  const container = await commentSubjectOf(confluence, comment_id, call)
  const page_id = container && container.type !== 'attachment' ? container.id : null
  const where = isCloud(confluence)
    ? { parentCommentId: comment_id }
    : { container: container && { id: container.id, type: container.type }, ancestors: [{ id: comment_id }] }
  return await post(confluence, where, body, page_id, subject, call, container?.isInline)
}

async function post(
  confluence: Confluence,
  where: object,
  body: Written,
  page_id: string | null,
  subject: { kind: 'page' | 'comment'; name: string },
  call: ConfluenceCall,
  isInline = false
): Promise<Comment> {
  const request = isCloud(confluence)
    ? { path: v2(isInline ? 'inline-comments' : 'footer-comments'), json: { ...where, body } }
    : { path: v1('content'), query: { expand: EXPAND }, json: { type: 'comment', ...where, body: { [body.representation]: body } } }
  const row = await confluence.row({ method: 'POST', ...request, subject }, call)
  return commentOf(row, page_id, confluence.site.base, isCloud(confluence))
}
