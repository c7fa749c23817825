import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getIssue } from '../../client/issues.ts'
import { MISSING } from '../../failures.ts'
import { full, issueIid, project } from '../../inputs.ts'
import { issueMarkdown } from '../../markdown.ts'
import { raw } from '../../schemas/common.ts'
import { Issue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_issue',
  core: true,
  group: 'issues',
  summary: 'Get one issue with its description',
  description:
    'Answers all that matters of an issue: title, description, state, labels, milestone, people, dates. Use it before you change an issue, or to read one. What others wrote on it tells list_issue_comments, which merge requests belong to it list_related_merge_requests instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid',
  aliases: ['get_issue'],
  see_also: ['gitlab_list_issues', 'gitlab_list_issue_comments', 'gitlab_update_issue'],
  input: Type.Object({ project, issue_iid: issueIid, full }),
  output: Type.Object({ ...Issue.properties, raw }),
  errors: { ...MISSING('issue') },
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
