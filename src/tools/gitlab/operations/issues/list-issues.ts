import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listIssues } from '../../client/issues.ts'
import { MISSING } from '../../failures.ts'
import { filters, onePerson } from '../../filters.ts'
import { fullList, groupName, pages, project, sort } from '../../inputs.ts'
import { issuesMarkdown } from '../../markdown.ts'
import { Issue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_issues',
  core: true,
  group: 'issues',
  summary: 'List issues of a project or a group',
  description:
    'Answers issues by state, labels, milestone, people, words and dates, the newest first, without their descriptions. Use it to find issues; all filters must fit. It tells those of everybody, not only of the user of the token. To read one whole use get_issue, to search other things search instead.',
  permission: 'read',
  http: 'GET /issues',
  list: true,
  requires: [atMostOne('project', 'group'), ...onePerson],
  aliases: ['list_issues'],
  see_also: ['gitlab_get_issue', 'gitlab_update_issue'],
  input: Type.Object({
    project,
    group: Type.Optional(groupName('In place of project: all projects of this group')),
    state: words(['opened', 'closed', 'all'], { default: 'opened', description: 'Which: opened, closed or all. Default opened' }),
    ...filters,
    confidential: Type.Optional(Type.Boolean({ description: 'true: only confidential ones; false: only others' })),
    issue_type: Type.Optional(words(['issue', 'incident', 'test_case', 'task'], { description: 'Only of this type' })),
    order_by: words(['created_at', 'updated_at', 'due_date', 'priority', 'title'], {
      default: 'created_at',
      description: 'What to sort by. Default created_at'
    }),
    sort,
    full: fullList,
    ...pages
  }),
  output: listOf(Issue, {}),
  errors: { ...MISSING('project or group') },
  examples: [
    {
      name: 'by_label',
      summary: 'Open issues with a label',
      input: { project: 'acme/web', labels: ['bug'], limit: 2 },
      output: {
        items: [
          {
            id: 1060,
            iid: 40,
            project_id: 1,
            title: 'The form loses what was typed (40)',
            description: null,
            state: 'opened',
            labels: ['bug', 'question'],
            milestone: null,
            author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            assignees: [],
            due_date: null,
            confidential: false,
            issue_type: 'issue',
            weight: null,
            comment_count: 0,
            created_at: '2026-02-24T08:00:00.000Z',
            updated_at: '2026-04-15T08:00:00.000Z',
            closed_at: null,
            reference: 'acme/web#40',
            url: 'https://gitlab.example.com/acme/web/-/issues/40'
          },
          {
            id: 1057,
            iid: 37,
            project_id: 1,
            title: 'Search finds nothing (37)',
            description: null,
            state: 'opened',
            labels: ['bug', 'question'],
            milestone: { id: 1004, iid: 1, title: 'Spring release' },
            author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
            assignees: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
            due_date: '2026-04-01',
            confidential: false,
            issue_type: 'issue',
            weight: null,
            comment_count: 0,
            created_at: '2026-02-21T08:00:00.000Z',
            updated_at: '2026-04-12T08:00:00.000Z',
            closed_at: null,
            reference: 'acme/web#37',
            url: 'https://gitlab.example.com/acme/web/-/issues/37'
          }
        ],
        next_cursor: 'W3sicGFnZSI6IjIifSwyLDAsIlNuSjBOT3kxVkUiXQ',
        total: { value: 12, relation: 'eq' }
      }
    },
    {
      name: 'contradiction',
      summary: 'Two ways to name the author',
      input: { project: 'acme/web', author: 'sam', author_id: 1 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ project, group }) => `List issues of ${group ?? project ?? 'the default project'}`,
  markdown: issuesMarkdown,
  handler: (input, call) => listIssues(call.client, input, call)
})
