import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { addComment } from '../../client/issues/comments.ts'
import { resourceErrors } from '../../errors.ts'
import { commentText, issueIid, LONG_TEXT_BODY, project } from '../../inputs/common.ts'
import { NewComment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'add_issue_comment',
  core: true,
  group: 'issues',
  summary: 'Add a comment to an issue',
  description:
    "Adds a comment to an issue on behalf of the token's user and returns it. Use it to comment on an issue; to change the issue itself, use update_issue. A line that GitLab would run as a quick action, such as /close, is refused, and the error names the operation to use instead; in a code block, it is treated as text. Calling it twice adds two comments: after an `unknown` outcome, check list_issue_comments before you retry.",
  permission: 'write',
  http: 'POST /issues/:issue_iid/comments',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['add_issue_comment'],
  see_also: ['gitlab_list_issue_comments', 'gitlab_get_issue'],
  asked_as: {
    en: [
      'comment on a ticket',
      'reply on the bug',
      'leave a note on an issue',
      'add an update to the ticket',
      'post my findings on the bug report',
      "tell the reporter of the ticket that it's fixed",
      'answer on the bug',
      'write under the issue',
      'ask for more details on a ticket',
      'note on the ticket that we wait for the supplier',
      'answer in the bug report',
      "tell the reporter of the bug that it's fixed",
      'post the log to the ticket'
    ],
    de: ['das Ticket kommentieren', 'eine Notiz zum Issue schreiben'],
    es: ['comenta el ticket', 'deja una nota en la incidencia'],
    fr: ['commenter le ticket', "ajoute une remarque à l'anomalie"],
    ja: ['チケットにコメント', '課題にコメントを追加'],
    pl: ['skomentuj zgłoszenie', 'dodaj uwagę do zgłoszenia']
  },
  input: Type.Object({
    project,
    issue_iid: issueIid,
    body: commentText,
    internal: Type.Optional(Type.Boolean({ description: 'true: visible only to project members. Default false' }))
  }),
  output: NewComment,
  errors: { ...resourceErrors('issue') },
  examples: [
    {
      name: 'remark',
      summary: 'Comment on an issue',
      input: { project: 'acme/playground', issue_iid: 1, body: 'I look at it **today**.' },
      output: {
        id: 1085,
        body: 'I look at it **today**.',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        system: false,
        internal: false,
        resolvable: false,
        resolved: null,
        created_at: '2026-11-22T07:01:16.732Z',
        updated_at: '2026-11-22T07:01:16.732Z',
        commands: null
      }
    },
    {
      name: 'empty',
      summary: 'A comment needs text',
      input: { project: 'acme/playground', issue_iid: 1, body: '' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'command',
      summary: 'A line that GitLab would run as a quick action',
      input: { project: 'acme/playground', issue_iid: 1, body: 'Done.\n/close' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ issue_iid, project, body }) => `Comment on the issue #${issue_iid} of ${project ?? 'the default project'}: ${brief(body)}`,
  handler: ({ project, issue_iid, body, internal }, call) =>
    addComment(
      call.client,
      { kind: 'issue', iid: issue_iid, ...(project !== undefined && { project }) },
      { body, ...(internal !== undefined && { internal }) },
      call
    )
})
