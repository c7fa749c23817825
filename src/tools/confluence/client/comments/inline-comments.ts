import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, integerOrNull, type Row, textOrNull } from '../../../../lib/row.ts'
import type { InlineComment } from '../../inline-comment.ts'
import { contentPath } from '../cloud/pages.ts'
import type { Confluence } from '../connection.ts'
import { storageIn, type WriteFormat, written } from '../content/content.ts'
import { runTextTask } from '../content/text-tasks.ts'
import { missing, onlyCloud } from '../failures.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from '../listing.ts'
import { findPage } from '../pages/pages.ts'
import { type ConfluenceCall, v1, v2 } from '../request.ts'
import { commentOf, EXPAND } from './comments.ts'

const isCloud = ({ site }: Confluence): boolean => site.deployment === 'cloud'

/** Version 2 has the marked text in `properties`, Data Center in `extensions`. */
export function inlineCommentOf(row: Row, page_id: string | null, confluence: Confluence): InlineComment {
  const extensions = below(row, 'extensions')
  const [properties, marked] = [below(row, 'properties'), below(extensions, 'inlineProperties')]
  const status = textOrNull(row, 'resolutionStatus') ?? textOrNull(below(extensions, 'resolution'), 'status')
  return {
    ...commentOf(row, page_id, confluence.site.base, isCloud(confluence)),
    text_selection:
      textOrNull(properties, 'inlineOriginalSelection') ??
      textOrNull(properties, 'inline-original-selection') ??
      textOrNull(marked, 'originalSelection'),
    marker_ref: textOrNull(properties, 'inlineMarkerRef') ?? textOrNull(properties, 'inline-marker-ref') ?? textOrNull(marked, 'markerRef'),
    resolution: status,
    resolved: status === null ? null : status === 'resolved'
  }
}

export interface InlineCommentsInput extends Paging {
  page_id: string
  parent_comment_id?: string
  resolution: 'open' | 'resolved' | 'all'
}

/** Lists the inline comments of a page, or the replies to one. */
export async function listInlineComments(
  confluence: Confluence,
  { page_id, parent_comment_id, resolution, ...paging }: InlineCommentsInput,
  call: ConfluenceCall
): Promise<Listed<InlineComment>> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  if (parent_comment_id !== undefined) await inlineCommentAt(confluence, parent_comment_id, page_id, call)
  const subject = { kind: parent_comment_id === undefined ? 'page' : 'comment', name: parent_comment_id ?? page_id } as const
  const statuses = resolution === 'all' || parent_comment_id !== undefined ? undefined : STATUSES[resolution]
  const request = isCloud(confluence)
    ? {
        path:
          parent_comment_id === undefined
            ? `${contentPath(type, page_id)}/inline-comments`
            : `${v2('inline-comments')}/${segment(parent_comment_id, 'parent_comment_id')}/children`,
        query: { 'body-format': 'storage', 'resolution-status': statuses?.join(',') }
      }
    : {
        path: `${v1('content')}/${segment(parent_comment_id ?? page_id)}/child/comment`,
        query: { expand: INLINE_EXPAND, ...(parent_comment_id === undefined && { location: 'inline' }) }
      }
  const fetchPage = async (position: Position, limit: number) =>
    vendorPage(
      await confluence.send({ ...request, query: { ...request.query, limit, ...positionQuery(position) }, subject }, call),
      position
    )
  // Data Center has no filter by status.
  const read = (row: Row): InlineComment | undefined => {
    const comment = inlineCommentOf(row, page_id, confluence)
    return statuses && comment.resolution !== null && !statuses.includes(comment.resolution) ? undefined : comment
  }
  return report(await list(paging, [page_id, parent_comment_id, resolution], fetchPage, read), call)
}

export const STATUSES = { open: ['open', 'reopened'], resolved: ['resolved'] }
const INLINE_EXPAND = `${EXPAND},extensions.inlineProperties,extensions.resolution`

/** A comment as it was read, with the response that it is from. */
export interface ReadComment {
  comment: InlineComment
  row: Row
}

/** Returns a comment on a text of a page whose space is allowed. */
export async function inlineCommentAt(
  confluence: Confluence,
  comment_id: string,
  page_id: string | undefined,
  call: ConfluenceCall
): Promise<ReadComment> {
  const subject = { kind: 'comment', name: comment_id } as const
  const request = isCloud(confluence)
    ? { path: `${v2('inline-comments')}/${segment(comment_id, 'comment_id')}`, query: { 'body-format': 'storage' } }
    : { path: `${v1('content')}/${segment(comment_id, 'comment_id')}`, query: { expand: INLINE_EXPAND } }
  const row = await confluence.row({ ...request, subject }, call)
  // Data Center returns any content with the ID.
  if (!isCloud(confluence) && (row['type'] !== 'comment' || textOrNull(below(row, 'extensions'), 'location') !== 'inline'))
    throw missing(subject)
  const comment = inlineCommentOf(row, null, confluence)
  if (comment.page_id === null) confluence.spaceAccess.check(call.caller, null)
  else await findPage(confluence, { page_id: comment.page_id }, { format: undefined, anyStatus: true }, call)
  if (page_id !== undefined && comment.page_id !== null && comment.page_id !== page_id)
    throw invalidField('parent_comment_id', `is not a comment on the page ${page_id}`, 'the ID of a comment that this operation returns')
  return { comment, row }
}

export interface NewInlineComment {
  page_id: string
  text_selection: string
  occurrence?: number
  content: string
  content_format: WriteFormat
}

/** Comments on a text of a page. Confluence needs to know how often the page has that text. */
export async function addInlineComment(confluence: Confluence, input: NewInlineComment, call: ConfluenceCall): Promise<InlineComment> {
  const { page_id, text_selection, occurrence, content, content_format } = input
  const page = await findPage(confluence, { page_id }, { format: 'storage' }, call)
  if (!isCloud(confluence)) throw onlyCloud('Adding inline comments')
  const body = await written(confluence, content, content_format, call)
  const count = await runTextTask('countText', [storageIn(page), text_selection], call)
  if (count === 0) throw invalidField('text_selection', 'does not occur on the page', 'text of one paragraph, exactly as readers see it')
  if (count > 1 && occurrence === undefined)
    throw new OperationError('text_not_unique', `The page "${page.title}" (${page_id}) has this text ${count} times.`, {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [`Set occurrence to the one you mean, 1 to ${count}; or select a longer text.`]
    })
  if (occurrence !== undefined && occurrence > count) throw invalidField('occurrence', `is ${occurrence}`, `at most ${count}`)
  const json = {
    ...(page.type === 'page' ? { pageId: page_id } : { blogPostId: page_id }),
    body,
    inlineCommentProperties: {
      textSelection: text_selection,
      textSelectionMatchCount: count,
      textSelectionMatchIndex: (occurrence ?? 1) - 1
    }
  }
  const subject = { kind: 'page', name: page_id } as const
  const row = await confluence.row({ method: 'POST', path: v2('inline-comments'), json, subject }, call)
  return inlineCommentOf(row, page_id, confluence)
}

/** Resolves or reopens a comment on a text. */
export async function resolveInlineComment(
  confluence: Confluence,
  { comment_id, resolved }: { comment_id: string; resolved: boolean },
  call: ConfluenceCall
): Promise<InlineComment> {
  const read = await inlineCommentAt(confluence, comment_id, undefined, call)
  checkResolvable(confluence)
  return read.comment.resolved === resolved ? read.comment : await setResolved(confluence, read, resolved, call)
}

export function checkResolvable(confluence: Confluence): void {
  if (!isCloud(confluence)) throw onlyCloud('Resolving inline comments')
}

/** Without its text, the comment would be written back empty. */
const incomplete = (id: string): OperationError =>
  new OperationError('server_error', `Confluence did not return the body or the version of the comment ${id}. It was left unchanged.`, {
    source: 'upstream',
    outcome: 'not_executed',
    missing: 'body'
  })

/** Writes the next version of a comment, resolved or open. */
export async function setResolved(
  confluence: Confluence,
  { comment, row }: ReadComment,
  resolved: boolean,
  call: ConfluenceCall
): Promise<InlineComment> {
  const value = textOrNull(below(row, 'body', 'storage'), 'value')
  const number = integerOrNull(below(row, 'version'), 'number')
  if (value === null || number === null) throw incomplete(comment.id)
  const json = { version: { number: number + 1 }, body: { representation: 'storage', value }, resolved }
  const path = `${v2('inline-comments')}/${segment(comment.id, 'comment_id')}`
  const subject = { kind: 'comment', name: comment.id } as const
  return inlineCommentOf(await confluence.row({ method: 'PUT', path, json, subject }, call), comment.page_id, confluence)
}
