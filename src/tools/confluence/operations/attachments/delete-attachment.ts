import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { deleteAttachment } from '../../client/attachments.ts'
import { ATTACHMENT_ERRORS } from '../../failures.ts'
import { attachmentId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'delete_attachment',
  group: 'attachments',
  summary: 'Put an attachment into the trash, with all its versions',
  description:
    'Puts an attachment into the trash of the space; only an administrator of the space can bring it back, else it is lost. Use it for a file that should not be there. To replace it use upload_attachment, which keeps the versions before.',
  permission: 'destructive',
  http: 'DELETE /attachments/:attachment_id',
  timeout_ms: 10_000,
  see_also: ['confluence_list_attachments', 'confluence_upload_attachment'],
  input: Type.Object({ attachment_id: attachmentId('Attachment') }),
  output: Type.Object({
    id: Type.String({ description: 'Id of the attachment' }),
    title: Type.String({ description: 'Its file name' }),
    page_id: nullable(Type.String(), { description: 'Id of the page it was on; null where unknown' }),
    deleted: Type.Boolean({ description: 'true: it is in the trash' })
  }),
  errors: ATTACHMENT_ERRORS,
  examples: [
    {
      name: 'by_id',
      summary: 'A file that nobody needs',
      input: { attachment_id: 'att65703', confirm: true },
      output: { id: 'att65703', title: 'old.txt', page_id: '65690', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'An id that no attachment has',
      input: { attachment_id: 'att999999999', confirm: true },
      error: { reason: 'upstream_not_found', message: 'Confluence has no attachment att999999999 that this account can see.' }
    }
  ],
  message: ({ attachment_id }) => `Put the attachment ${attachment_id} into the trash`,
  handler: ({ attachment_id }, call) => deleteAttachment(call.client, attachment_id, call)
})
