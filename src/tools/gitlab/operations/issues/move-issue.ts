import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { moveIssue } from '../../client/issues/issues.ts'
import { resourceErrors } from '../../errors.ts'
import { issueIid, project, projectName } from '../../inputs/common.ts'
import { NewIssue } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'move_issue',
  group: 'issues',
  summary: 'Move an issue to another project',
  description:
    'Copies an issue with its comments to another project, closes the original, and returns the new issue. Use it if an issue was reported in the wrong project. Labels and milestone are kept only if the destination project has them. There is no undo: moving the new issue back creates a third one.',
  permission: 'write',
  http: 'POST /issues/:issue_iid/move',
  see_also: ['gitlab_get_issue', 'gitlab_create_issue'],
  asked_as: {
    en: [
      'wrong repo, transfer the ticket',
      'move a bug to another project',
      'this issue belongs to a different project',
      'this ticket landed in the wrong project',
      "hand a bug over to another team's repo",
      'the ticket is in the wrong project',
      'this bug belongs to the backend repo',
      'the ticket belongs in another repo',
      'wrong project for this bug, move it',
      'send the ticket over to the api project',
      '#31 should live in another project'
    ],
    de: ['das Ticket in ein anderes Projekt verschieben'],
    es: ['mueve el ticket a otro proyecto'],
    fr: ['déplacer le ticket vers un autre projet'],
    ja: ['課題を別のプロジェクトに移動'],
    pl: ['przenieś zgłoszenie do innego projektu']
  },
  input: Type.Object({ project, issue_iid: issueIid, to_project: projectName('Destination project') }),
  output: NewIssue,
  errors: { ...resourceErrors('issue or destination project') },
  examples: [
    {
      name: 'other_project',
      summary: 'Move to another project',
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
      summary: 'Move to a project that does not exist',
      input: { project: 'acme/playground', issue_iid: 1, to_project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project, to_project }) => `Move the issue #${issue_iid} of ${project ?? 'the default project'} to ${to_project}`,
  handler: (input, call) => moveIssue(call.client, input, call)
})
