import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { checkNamespace } from '../../client/projects/namespaces.ts'
import { globalErrors } from '../../errors.ts'
import { groupName } from '../../inputs/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'check_namespace_path',
  group: 'groups',
  summary: 'Check whether the path of a namespace is in use',
  description:
    'Returns whether a group or user has the path, and similar paths that are free. Use it before create_group; to see who or what uses a path, use get_namespace instead.',
  permission: 'read',
  http: 'GET /namespaces/exists',
  see_also: ['gitlab_create_group', 'gitlab_list_namespaces'],
  asked_as: {
    en: [
      'is the group name still free',
      'can I call the group mobile',
      'does this namespace already exist',
      'is that path taken',
      'can our new group have this name',
      'does anyone use the URL acme already',
      'find a free name for the organization',
      'is the username still available',
      'before I create the group, check its address'
    ]
  },
  input: Type.Object({
    path: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[A-Za-z0-9_][\\w.-]*$',
      'x-form': 'letters, digits, and - _ .',
      description: 'Last part of the path'
    }),
    parent: Type.Optional(groupName('Parent group. Default: none'))
  }),
  output: Type.Object({
    path: Type.String({ description: 'Path that was checked' }),
    exists: Type.Boolean({ description: 'true: it is in use' }),
    suggestions: Type.Array(Type.String(), { description: 'Similar paths that are free' })
  }),
  errors: { ...globalErrors('parent group') },
  examples: [
    {
      name: 'taken',
      summary: 'A path that is in use',
      input: { path: 'platform', parent: 'acme' },
      output: { path: 'platform', exists: true, suggestions: ['platform1'] }
    },
    {
      name: 'unknown',
      summary: 'A parent group that does not exist',
      input: { path: 'platform', parent: 'nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ path, parent }) => `Check the path ${parent === undefined ? path : `${parent}/${path}`}`,
  handler: (input, call) => checkNamespace(call.client, input, call)
})
