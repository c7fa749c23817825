import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listEvents } from '../../client/activity.ts'
import { globalErrors } from '../../errors.ts'
import { day, pages, projectName, sort, userName } from '../../inputs/common.ts'
import { Event } from '../../schemas/activity.ts'
import { untrusted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_events',
  group: 'users',
  summary: 'List the events of a project or user',
  description:
    "Returns what happened in a project, or what a user did, newest first: pushes, issues, merge requests, comments, approvals. If neither project nor user is set, it returns the activity of the token's user. Use it for activity reports. For commits only, use list_commits instead.",
  permission: 'read',
  http: 'GET /events',
  list: true,
  requires: [atMostOne('project', 'user')],
  see_also: ['gitlab_list_commits', 'gitlab_get_my_work'],
  asked_as: {
    en: [
      'what happened in the project this week',
      'what did Bea do yesterday',
      'recent activity in the repo',
      'my activity for the standup',
      'contributions of a user',
      'what has Mia been up to in GitLab',
      'what did I do in GitLab last week',
      "what's going on in the repo",
      'who did what in the project',
      'what has been happening lately in the project',
      'latest activity of a developer',
      'activity feed of the project',
      'what did the team do yesterday'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Only events of this project')),
    user: Type.Optional(userName('Only events of this user')),
    action: Type.Optional(
      stringEnum(
        ['approved', 'closed', 'commented', 'created', 'destroyed', 'expired', 'joined', 'left', 'merged', 'pushed', 'reopened', 'updated'],
        { description: 'Only events with this action' }
      )
    ),
    target_type: Type.Optional(
      stringEnum(['epic', 'issue', 'merge_request', 'milestone', 'note', 'project', 'snippet', 'user', 'wiki'], {
        description: 'Only events on targets of this type'
      })
    ),
    after: Type.Optional(day('Only events after this day')),
    before: Type.Optional(day('Only events before this day')),
    sort,
    ...pages
  }),
  output: listOf(Event, { untrusted }),
  errors: { ...globalErrors('project or user') },
  examples: [
    {
      name: 'merge_requests',
      summary: 'Merge requests of a project',
      input: { project: 'acme/web', target_type: 'merge_request' },
      output: {
        items: [
          {
            id: 1089,
            action: 'opened',
            author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
            project_id: 1,
            target_type: 'MergeRequest',
            target_iid: 3,
            target_title: 'Say more',
            comment: null,
            ref: null,
            commit_count: null,
            created_at: '2026-01-28T08:00:00.000Z'
          },
          {
            id: 1088,
            action: 'opened',
            author: { id: 3, username: 'bea', name: 'Bea Builder' },
            project_id: 1,
            target_type: 'MergeRequest',
            target_iid: 2,
            target_title: 'Draft: Shorten the form',
            comment: null,
            ref: null,
            commit_count: null,
            created_at: '2026-01-27T08:00:00.000Z'
          },
          {
            id: 1087,
            action: 'opened',
            author: { id: 4, username: 'chen', name: 'Chen Wei' },
            project_id: 1,
            target_type: 'MergeRequest',
            target_iid: 1,
            target_title: 'Add a dark mode',
            comment: null,
            ref: null,
            commit_count: null,
            created_at: '2026-01-26T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 3, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project, user }) => `List the events of ${project ?? user ?? "the token's user"}`,
  handler: (input, call) => listEvents(call.client, input, call)
})
