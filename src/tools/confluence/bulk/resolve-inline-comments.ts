import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { resolveComments, selectComments } from '../client/bulk/comments.ts'
import { PAGE_ERRORS } from '../failures.ts'
import { pageId } from '../inputs.ts'
import { confluence } from '../tool.ts'

const verb = (resolved: boolean): string => (resolved ? 'Resolve' : 'Reopen')

export default defineBulk(confluence, {
  name: 'resolve_inline_comments',
  summary: 'Resolve or reopen many inline comments',
  description:
    'Creates a job that resolves the open inline comments of a page, or the comments in ids; if resolved is false, it reopens resolved comments. This operation works on Cloud only. Use it when a review is over; for one comment, use resolve_inline_comment. The job shows a preview, and changes nothing until you confirm it. Comments that are already in the requested state are skipped. Undo restores the state of the comments that this job changed. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['confluence_list_inline_comments', 'confluence_resolve_inline_comment', 'jobs_undo'],
  asked_as: {
    en: [
      'close every remark on the page',
      'the review of the doc is done, tick off all annotations',
      'clear out the discussion threads in the article',
      'mark all comments in the text as settled',
      'all the notes in the margin are dealt with',
      'we worked through the feedback on the page',
      'every highlighted remark is answered',
      'open all the annotations of the page again',
      'the whole review of the article is finished',
      'hide all the finished comments in the document',
      'none of the remarks on the page is open any more'
    ]
  },
  input: Type.Object({
    page_id: Type.Optional(pageId('Page or blog post with the comments')),
    resolved: Type.Boolean({ default: true, description: 'false: reopen resolved comments. Default true' })
  }),
  requires: [oneOf('ids', 'page_id')],
  errors: {
    ...PAGE_ERRORS,
    upstream_not_found: 'There is no such inline comment, or this account cannot see it',
    version_conflict: 'Another user changed the comment in the meantime; it was left unchanged',
    cannot_be_honoured: 'Data Center cannot resolve inline comments through its API'
  },
  examples: [
    {
      name: 'handbook',
      summary: 'All open comments of a page: the job shows a preview and waits for confirmation',
      input: { page_id: '65704' },
      output: awaitingJob({
        operation: 'confluence_bulk_resolve_inline_comments',
        message: 'Resolve the inline comments of the page 65704',
        undoable: true,
        sample: [{ item_id: '65705', display_name: 'Comment 65705 on "kind"' }]
      })
    },
    { name: 'nothing_named', summary: 'Neither a page nor ids', input: {}, error: { reason: 'missing_required_field' } }
  ],
  message: ({ page_id, resolved }) =>
    `${verb(resolved)} ${page_id === undefined ? 'the named inline comments' : `the inline comments of the page ${page_id}`}`,
  async prepare({ page_id, resolved }, call) {
    return { query: await selectComments(page_id, resolved, call), action: { resolved } }
  },
  ...resolveComments
})
