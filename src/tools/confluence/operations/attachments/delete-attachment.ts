import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { deleteAttachment } from '../../client/attachments/attachments.ts'
import { ATTACHMENT_ERRORS } from '../../failures.ts'
import { attachmentId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'delete_attachment',
  group: 'attachments',
  summary: 'Delete an attachment: move it to the trash with all its versions',
  description:
    'Moves an attachment with all its versions to the trash of the space. This gateway has no undo: only a space administrator can restore it. Use it for a file that a page no longer needs. To replace a file, use upload_attachment, which keeps the previous versions.',
  permission: 'destructive',
  http: 'DELETE /attachments/:attachment_id',
  timeout_ms: 10_000,
  see_also: ['confluence_list_attachments', 'confluence_upload_attachment'],
  asked_as: {
    en: [
      'remove a file from a page',
      'get rid of an uploaded image in the wiki',
      'delete the PDF attached to the doc',
      'the screenshot on this page is outdated, remove it',
      'take a file off the wiki page',
      'the PDF under the page is outdated, drop it',
      'the logo on the page can go',
      'wrong file on the page',
      'the picture attached to the page should disappear',
      'the old price list on the page has to go',
      'drop the outdated attachment of the doc',
      'no one needs the file under the article any more',
      'the logo hanging on the page can go',
      'throw the old file off the wiki page'
    ]
  },
  input: Type.Object({ attachment_id: attachmentId('Attachment') }),
  output: Type.Object({
    id: Type.String({ description: 'ID of the attachment' }),
    title: Type.String({ description: 'File name' }),
    page_id: nullable(Type.String(), { description: 'ID of the page it was on; null if unknown' }),
    deleted: Type.Boolean({ description: 'Always true: it is in the trash' })
  }),
  errors: ATTACHMENT_ERRORS,
  examples: [
    {
      name: 'by_id',
      summary: 'A file that is no longer needed',
      input: { attachment_id: 'att65703', confirm: true },
      output: { id: 'att65703', title: 'old.txt', page_id: '65690', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'An ID that no attachment has',
      input: { attachment_id: 'att999999999', confirm: true },
      error: { reason: 'upstream_not_found', message: 'Confluence has no attachment att999999999 that this account can see.' }
    }
  ],
  message: ({ attachment_id }) => `Move the attachment ${attachment_id} to the trash`,
  handler: ({ attachment_id }, call) => deleteAttachment(call.client, attachment_id, call)
})
