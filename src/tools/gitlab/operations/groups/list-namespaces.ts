import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listNamespaces } from '../../client/projects/namespaces.ts'
import { pages, search } from '../../inputs/common.ts'
import { Namespace } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_namespaces',
  group: 'groups',
  summary: 'List the namespaces that can contain projects',
  description:
    "Returns groups and the user namespace of the token's user, with the IDs that create_project takes. Use it to see where projects can be created. For groups only, use list_groups instead.",
  permission: 'read',
  http: 'GET /namespaces',
  list: true,
  see_also: ['gitlab_create_project', 'gitlab_get_namespace'],
  asked_as: {
    en: [
      'where can I create a repository',
      'ID of my user namespace',
      'namespaces that I own',
      'which groups may I add a repo to',
      'where am I allowed to create things',
      'everything that can hold projects',
      'under which names can I open a repository',
      'my groups and my own space',
      'find the ID of the owner for the new project'
    ]
  },
  input: Type.Object({
    search: Type.Optional(search('Words in the name or path')),
    owned: Type.Optional(Type.Boolean({ description: "true: only namespaces that the token's user owns" })),
    top_level_only: Type.Optional(Type.Boolean({ description: 'true: only top-level namespaces' })),
    ...pages
  }),
  output: listOf(Namespace, {}),
  errors: {},
  examples: [
    {
      name: 'own',
      summary: 'The namespace of the user',
      input: { owned: true },
      output: {
        items: [
          { id: 101, path: 'sam', name: 'Sam Sandbox', kind: 'user', parent_id: null, plan: null, url: 'https://gitlab.example.com/sam' }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    { name: 'strange_cursor', summary: 'An invalid cursor', input: { cursor: 'second' }, error: { reason: 'invalid_field_value' } }
  ],
  message: () => 'List namespaces',
  handler: (input, call) => listNamespaces(call.client, input, call)
})
