import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getNamespace } from '../../client/projects/namespaces.ts'
import { globalErrors } from '../../errors.ts'
import { groupName } from '../../inputs/common.ts'
import { Namespace } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_namespace',
  group: 'groups',
  summary: 'Get a namespace',
  description:
    'Returns a namespace by its path or ID: whether it is a group or a user, and its plan. Use it to find the ID that create_project takes. For the description and visibility of a group, use get_group instead.',
  permission: 'read',
  http: 'GET /namespaces/one',
  see_also: ['gitlab_list_namespaces', 'gitlab_get_group'],
  asked_as: {
    en: [
      'is acme a group or a user',
      'which plan does our group have',
      'ID of the namespace',
      'is our group on the free plan',
      'find the namespace of the team',
      'what kind of thing is that path',
      'are we premium or ultimate',
      'the number of our group in GitLab',
      'who does the path sam belong to'
    ]
  },
  input: Type.Object({ namespace: groupName('Namespace') }),
  output: Namespace,
  errors: { ...globalErrors('namespace') },
  examples: [
    {
      name: 'group',
      summary: 'The namespace of a group',
      input: { namespace: 'acme/platform' },
      output: {
        id: 11,
        path: 'acme/platform',
        name: 'Platform',
        kind: 'group',
        parent_id: 10,
        plan: null,
        url: 'https://gitlab.example.com/groups/acme/platform'
      }
    },
    {
      name: 'unknown',
      summary: 'A namespace that does not exist',
      input: { namespace: 'nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ namespace }) => `Get the namespace ${namespace}`,
  handler: (input, call) => getNamespace(call.client, input, call)
})
