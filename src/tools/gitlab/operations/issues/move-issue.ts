import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { moveIssue } from '../../client/issues.ts'
import { MISSING } from '../../failures.ts'
import { issueIid, project, projectName } from '../../inputs.ts'
import { NewIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'move_issue',
  group: 'issues',
  summary: 'Move an issue to another project',
  description:
    'Closes the issue here and makes it anew in the other project, with its comments; answers the new one. Use it where an issue was reported in the wrong place. Labels and milestone go with it only where the other project has them. It is not undone by moving it back.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/move',
  see_also: ['gitlab_get_issue', 'gitlab_create_issue'],
  input: Type.Object({ project, issue_iid: issueIid, to_project: projectName('Where it shall go') }),
  output: NewIssue,
  errors: { ...MISSING('issue') },
  examples: [
    {
      name: 'other_project',
      summary: 'To another project',
      input: { project: 'acme/playground', issue_iid: 4, to_project: 'acme/sandpit' },
      output: {
        id: 1085,
        iid: 1,
        project_id: 4,
        title: 'Speed the start page up',
        description: 'As agreed on day 4.\n\n- [ ] look\n- [ ] do',
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
        created_at: '2026-01-19T08:00:00.000Z',
        updated_at: '2026-11-22T07:01:17.881Z',
        closed_at: null,
        reference: 'acme/sandpit#1',
        url: 'https://gitlab.example.com/acme/sandpit/-/issues/1'
      }
    },
    {
      name: 'nowhere',
      summary: 'To a project that does not exist',
      input: { project: 'acme/playground', issue_iid: 1, to_project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project, to_project }) => `Move the issue #${issue_iid} of ${project ?? 'the default project'} to ${to_project}`,
  handler: (input, call) => moveIssue(call.client, input, call)
})
