import { misgiven } from '../../../lib/misgiven.ts'
import { below, id, idOrNull, type Row, rows, textOrNull } from '../../../lib/row.ts'
import type { Comment, Page } from '../schemas.ts'
import { placeOf } from './cloud/pages.ts'
import type { Confluence } from './connection.ts'
import { type WriteFormat, written } from './content.ts'
import { discussionOf } from './discussion.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, vendorPage } from './listing.ts'
import type { Written } from './page-source.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v1, v2 } from './request.ts'
import { bodyOf, urlOf, versionOf as versionOfV1 } from './shapes-v1.ts'
import { versionOf as versionOfV2 } from './shapes-v2.ts'

const EXPAND = 'body.storage,version,ancestors,container'

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

/** A comment of either interface. */
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

export interface CommentsQuestion extends Paging {
  page_id: string
  parent_comment_id?: string
}

export async function listComments(
  confluence: Confluence,
  { page_id, parent_comment_id, ...paging }: CommentsQuestion,
  turn: Turn
): Promise<Listed<Comment>> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  if (parent_comment_id !== undefined && (await discussionOf(confluence, parent_comment_id, turn))?.id !== page_id)
    throw misgiven('parent_comment_id', `is no comment on the page ${page_id}`, 'the id of a comment that list_comments tells of this page')
  const about = { kind: parent_comment_id === undefined ? 'page' : 'comment', name: parent_comment_id ?? page_id } as const
  const request = isCloud(confluence) ? onCloud(type, page_id, parent_comment_id) : onDataCenter(page_id, parent_comment_id)
  const ask = async (place: Place, limit: number) => {
    const query = { ...request.query, limit, ...placeQuery(place) }
    return vendorPage(await confluence.send({ ...request, query, about }, turn), place)
  }
  const read = (row: Row): Comment => commentOf(row, page_id, confluence.site.base, isCloud(confluence))
  return tell(await list(paging, [page_id, parent_comment_id], ask, read), turn)
}

const onCloud = (type: Page['type'], page_id: string, parent_comment_id: string | undefined) => ({
  path:
    parent_comment_id === undefined
      ? `${placeOf(type, page_id)}/footer-comments`
      : `${v2('footer-comments')}/${segment(parent_comment_id)}/children`,
  query: { 'body-format': 'storage' }
})

/** Of a page it would tell those within the text as well. */
const onDataCenter = (page_id: string, parent_comment_id: string | undefined) => ({
  path: `${v1('content')}/${segment(parent_comment_id ?? page_id)}/child/comment`,
  query: { expand: EXPAND, ...(parent_comment_id === undefined && { location: 'footer' }) }
})

export async function addComment(
  confluence: Confluence,
  { page_id, content, content_format }: { page_id: string; content: string; content_format: WriteFormat },
  turn: Turn
): Promise<Comment> {
  const body = await written(content, content_format, turn)
  const { type } = await findPage(confluence, { page_id }, { format: undefined }, turn)
  const about = { kind: 'page', name: page_id } as const
  if (!isCloud(confluence)) return await post(confluence, { container: { id: page_id, type } }, body, page_id, about, turn)
  return await post(confluence, type === 'page' ? { pageId: page_id } : { blogPostId: page_id }, body, page_id, about, turn)
}

/** What the comment is about is looked up: Data Center needs it, and it must be one that may be used. */
export async function replyToComment(
  confluence: Confluence,
  { comment_id, content, content_format }: { comment_id: string; content: string; content_format: WriteFormat },
  turn: Turn
): Promise<Comment> {
  const body = await written(content, content_format, turn)
  const about = { kind: 'comment', name: comment_id } as const
  const container = await discussionOf(confluence, comment_id, turn)
  const page_id = container && container.type !== 'attachment' ? container.id : null
  const where = isCloud(confluence) ? { parentCommentId: comment_id } : { container, ancestors: [{ id: comment_id }] }
  return await post(confluence, where, body, page_id, about, turn)
}

async function post(
  confluence: Confluence,
  where: object,
  body: Written,
  page_id: string | null,
  about: { kind: 'page' | 'comment'; name: string },
  turn: Turn
): Promise<Comment> {
  const request = isCloud(confluence)
    ? { path: v2('footer-comments'), json: { ...where, body } }
    : { path: v1('content'), query: { expand: EXPAND }, json: { type: 'comment', ...where, body: { [body.representation]: body } } }
  const row = await confluence.row({ method: 'POST', ...request, about }, turn)
  return commentOf(row, page_id, confluence.site.base, isCloud(confluence))
}
