import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateGroup } from '../../client/projects/namespaces.ts'
import { globalErrors } from '../../errors.ts'
import { groupName, LONG_TEXT_BODY, longText, publicIsDestructive, title } from '../../inputs/common.ts'
import { Group } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_group',
  group: 'groups',
  summary: 'Update a group',
  description:
    'Updates the name, description or visibility of a group and returns it; properties that you omit stay unchanged. Use it to rename or describe a group; for a project, use update_project instead. Making the group public or internal needs confirmation and cannot be fully undone: others may copy the content before you make it private again.',
  permission: publicIsDestructive,
  http: 'PATCH /groups',
  idempotent: true,
  max_body: LONG_TEXT_BODY,
  requires: [atLeastOne('name', 'description', 'visibility')],
  see_also: ['gitlab_get_group', 'gitlab_list_groups'],
  asked_as: {
    en: [
      'rename the group',
      'describe what the subgroup is for',
      'hide a group',
      'the team has a new name',
      'our department should be invisible to others',
      'correct the description of the group',
      'set the whole group to private',
      'give the group another title',
      'the subgroup needs a better name',
      'the group should only be visible to members'
    ]
  },
  input: Type.Object({
    group: groupName('Group'),
    name: Type.Optional(title('New name, which does not change the path')),
    description: Type.Optional(longText('New description. It replaces the whole text')),
    visibility: Type.Optional(
      stringEnum(['private', 'internal', 'public'], {
        description: 'Visibility. private: members; internal: logged-in users; public: everyone'
      })
    )
  }),
  output: Group,
  errors: { ...globalErrors('group') },
  examples: [
    {
      name: 'text',
      summary: 'Another description',
      input: { group: 'acme/platform', description: 'Tools of all teams.' },
      output: {
        id: 11,
        path: 'acme/platform',
        name: 'Platform',
        description: 'Tools of all teams.',
        visibility: 'internal',
        parent_id: 10,
        created_at: '2025-03-22T08:00:00.000Z',
        url: 'https://gitlab.example.com/groups/acme/platform'
      }
    },
    {
      name: 'unknown',
      summary: 'A group that does not exist',
      input: { group: 'nothing', name: 'Something' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ group, visibility }) => `Update the group ${group}${visibility === undefined ? '' : `, visibility ${visibility}`}`,
  handler: (input, call) => updateGroup(call.client, input, call)
})
