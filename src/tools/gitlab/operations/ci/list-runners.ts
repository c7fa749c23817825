import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listRunners } from '../../client/ci/runners.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, projectName } from '../../inputs/common.ts'
import { ListedRunner } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_runners',
  group: 'ci',
  summary: 'List the runners of a project or group',
  description:
    'Returns the runners that can take jobs of a project or group, with their status. Use it to find out why jobs are stuck. The tags, projects and last contact of a runner are not included: get_runner returns them.',
  permission: 'read',
  http: 'GET /runners',
  list: true,
  requires: [atMostOne('project', 'group')],
  see_also: ['gitlab_get_runner', 'gitlab_update_runner'],
  asked_as: {
    en: [
      'why are my jobs stuck',
      'is a build machine online',
      'which CI machines do we have',
      'runners with a GPU',
      'who builds our code',
      'are the build servers up',
      'nothing gets built, are there machines',
      'which machines can run docker jobs',
      'all CI workers of the group',
      'runners that are offline',
      'is anything free to run my job'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project', 'that of the instance')),
    group: ofGroup,
    type: Type.Optional(stringEnum(['instance_type', 'group_type', 'project_type'], { description: 'Only runners of this type' })),
    status: Type.Optional(stringEnum(['online', 'offline', 'stale', 'never_contacted'], { description: 'Only runners with this status' })),
    paused: Type.Optional(Type.Boolean({ description: 'true: only paused runners; false: only others' })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255, description: 'Tag' }), {
        minItems: 1,
        maxItems: 50,
        description: 'Only runners with all of these tags'
      })
    ),
    ...pages
  }),
  output: listOf(ListedRunner, {}),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'all',
      summary: 'Runners of a project',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            id: 71,
            description: 'Shared',
            type: 'instance_type',
            status: 'online',
            paused: false,
            tags: null,
            run_untagged: null,
            locked: null,
            contacted_at: null,
            projects: null
          },
          {
            id: 72,
            description: 'With a GPU',
            type: 'project_type',
            status: 'offline',
            paused: false,
            tags: null,
            run_untagged: null,
            locked: null,
            contacted_at: null,
            projects: null
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project, group }) => `List the runners of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listRunners(call.client, input, call)
})
