import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getIssue } from '../../client/issues/issues.ts'
import { globalErrors } from '../../errors.ts'
import { full, issueIid, project } from '../../inputs/common.ts'
import { issueMarkdown } from '../../markdown.ts'
import { raw } from '../../schemas/common.ts'
import { Issue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_issue',
  core: true,
  group: 'issues',
  summary: 'Get an issue with its description',
  description:
    'Returns the details of an issue: title, description, state, labels, milestone, people, dates. Use it before you change an issue, or to read one completely. For its comments, use list_issue_comments; for its merge requests, list_related_merge_requests instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid',
  aliases: ['get_issue'],
  see_also: ['gitlab_list_issues', 'gitlab_list_issue_comments', 'gitlab_update_issue'],
  asked_as: {
    en: [
      'show me ticket 42',
      'what is this bug about',
      'read the issue',
      'details of a ticket',
      'who is working on the bug',
      'status of a ticket',
      'what does the bug report say',
      'tell me more about the ticket',
      'who reported it',
      'is the bug fixed already',
      'read me issue 12',
      "what's the status of the ticket",
      'what is the bug about',
      'who works on the ticket',
      'read me the ticket',
      'is the bug still open'
    ],
    de: ['zeig mir das Ticket', 'worum geht es in dem Issue'],
    es: ['muéstrame el ticket', 'detalles de la incidencia'],
    fr: ['montre-moi le ticket', "détails de l'anomalie"],
    ja: ['チケットを見せて', '課題の詳細'],
    pl: ['pokaż zgłoszenie', 'szczegóły zgłoszenia']
  },
  input: Type.Object({ project, issue_iid: issueIid, full }),
  output: Type.Object({ ...Issue.properties, raw }),
  errors: { ...globalErrors('issue') },
  examples: [
    {
      name: 'by_number',
      summary: 'An issue by its number',
      input: { project: 'acme/web', issue_iid: 1 },
      output: {
        id: 1021,
        iid: 1,
        project_id: 1,
        title: 'The form loses what was typed',
        description: 'As agreed on day 1.\n\n- [ ] look\n- [ ] do',
        state: 'opened',
        labels: ['bug', 'question'],
        milestone: { id: 1004, iid: 1, title: 'Spring release' },
        author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
        assignees: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
        due_date: '2026-04-01',
        confidential: false,
        issue_type: 'issue',
        weight: null,
        comment_count: 2,
        created_at: '2026-01-16T08:00:00.000Z',
        updated_at: '2026-03-07T08:00:00.000Z',
        closed_at: null,
        reference: 'acme/web#1',
        url: 'https://gitlab.example.com/acme/web/-/issues/1',
        raw: null
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no issue of the project has',
      input: { project: 'acme/web', issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project }) => `Get the issue #${issue_iid} of ${project ?? 'the default project'}`,
  markdown: issueMarkdown,
  handler: (input, call) => getIssue(call.client, input, call)
})
