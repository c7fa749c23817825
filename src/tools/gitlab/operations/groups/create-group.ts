import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { createGroup } from '../../client/projects/namespaces.ts'
import { globalErrors } from '../../errors.ts'
import { adjectiveOf, groupName, LONG_TEXT_BODY, longText, publicIsDestructive, title } from '../../inputs/common.ts'
import { NewGroup } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_group',
  group: 'groups',
  summary: 'Create a group or subgroup',
  description:
    'Creates a group, or a subgroup of parent, and returns it. Use it to group projects and members. Making it public or internal needs confirmation and cannot be fully undone: others may copy the content before you make it private again. A path that is in use is refused: check_namespace_path shows whether it is free.',
  permission: publicIsDestructive,
  http: 'POST /groups',
  success: [201],
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_check_namespace_path', 'gitlab_get_group'],
  asked_as: {
    en: [
      'set up a new organization',
      'add a subgroup for the mobile team',
      'new namespace for our repos',
      'the new team needs its own home for repositories',
      'open a group for the interns',
      'a home for all the repos of the department',
      'we start a new team in GitLab',
      'create a folder for our projects in GitLab',
      'give the platform team a separate group',
      'I want a space for several repositories'
    ]
  },
  input: Type.Object({
    name: title('Name'),
    path: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[A-Za-z0-9_][\\w.-]*$',
      'x-form': 'letters, digits, and - _ .',
      description: 'Last part of the path'
    }),
    parent: Type.Optional(groupName('Parent group. Default: none, for a top-level group')),
    description: Type.Optional(longText('Description')),
    visibility: Type.Optional(stringEnum(['private', 'internal', 'public'], { description: "Visibility. Default: the server's setting" }))
  }),
  output: NewGroup,
  errors: { ...globalErrors('parent group') },
  examples: [
    {
      name: 'subgroup',
      summary: 'A subgroup',
      input: { name: 'Mobile', path: 'mobile', parent: 'acme' },
      output: {
        id: 1105,
        path: 'acme/mobile',
        name: 'Mobile',
        description: '',
        visibility: 'private',
        parent_id: 10,
        created_at: '2026-11-26T16:42:32.328Z',
        url: 'https://gitlab.example.com/groups/acme/mobile'
      }
    },
    {
      name: 'taken',
      summary: 'A path that is in use',
      input: { name: 'Platform', path: 'platform', parent: 'acme' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ path, parent, visibility }) =>
    `Create the ${adjectiveOf(visibility)}group ${parent === undefined ? path : `${parent}/${path}`}`,
  handler: (input, call) => createGroup(call.client, input, call)
})
