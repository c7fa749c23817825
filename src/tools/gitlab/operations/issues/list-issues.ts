import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listIssues } from '../../client/issues/issues.ts'
import { globalErrors } from '../../errors.ts'
import { fullList, groupName, pages, project, sort } from '../../inputs/common.ts'
import { eitherNameOrId, filters } from '../../inputs/filters.ts'
import { issuesMarkdown } from '../../markdown.ts'
import { ListedIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_issues',
  core: true,
  group: 'issues',
  summary: 'List issues of a project or a group',
  description:
    "Returns issues with state, labels, milestone, people and dates, by default newest first and without descriptions. Use it to find issues; all filters must match. It returns the issues of all users, not only of the token's user. To read an issue completely, use get_issue; to search other content, gitlab_search instead.",
  permission: 'read',
  http: 'GET /issues',
  list: true,
  requires: [atMostOne('project', 'group'), ...eitherNameOrId],
  aliases: ['list_issues'],
  see_also: ['gitlab_get_issue', 'gitlab_update_issue'],
  asked_as: {
    en: [
      'what bugs are open',
      'my tickets',
      'which issues are assigned to me',
      'show the backlog',
      "what's left in this sprint",
      'find tickets with a label',
      'unassigned bugs',
      'overdue tickets',
      'what needs fixing',
      'open bugs in the project',
      'everything that is assigned to Bea',
      'tickets created this week',
      'urgent tickets',
      'what should the team work on',
      'anything reported about a topic',
      'what bugs are assigned to me',
      'what is left in the sprint',
      'what should I work on',
      'how many bugs are open'
    ],
    de: ['welche Tickets sind offen', 'alle Fehler anzeigen', 'meine Issues'],
    es: ['qué tickets están abiertos', 'incidencias asignadas a mí', 'lista de errores'],
    fr: ['quels tickets sont ouverts', 'mes tickets', 'liste des bugs'],
    ja: ['未解決のチケット', '課題の一覧', '自分のチケット'],
    pl: ['jakie zgłoszenia są otwarte', 'moje zgłoszenia', 'lista błędów']
  },
  input: Type.Object({
    project,
    group: Type.Optional(groupName('Group, for the issues of all its projects, instead of project')),
    state: stringEnum(['opened', 'closed', 'all'], { default: 'opened', description: 'State. Default opened' }),
    ...filters,
    confidential: Type.Optional(Type.Boolean({ description: 'true: only confidential issues; false: only others' })),
    issue_type: Type.Optional(stringEnum(['issue', 'incident', 'test_case', 'task'], { description: 'Only issues of this type' })),
    order_by: stringEnum(['created_at', 'updated_at', 'due_date', 'priority', 'title'], {
      default: 'created_at',
      description: 'Property to sort by. Default created_at'
    }),
    sort,
    full: fullList,
    ...pages
  }),
  output: listOf(ListedIssue, {}),
  errors: { ...globalErrors('project or group') },
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
      summary: 'Two filters for the author',
      input: { project: 'acme/web', author: 'sam', author_id: 1 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ project, group }) => `List issues of ${group ?? project ?? 'the default project'}`,
  markdown: issuesMarkdown,
  handler: (input, call) => listIssues(call.client, input, call)
})
