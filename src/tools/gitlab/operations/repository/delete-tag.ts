import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteTag } from '../../client/repository.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { project } from '../../inputs.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_tag',
  group: 'repository',
  summary: 'Delete a tag',
  description:
    'Deletes a tag; a release of that name loses it. The commit stays, the message of the tag is lost. Use it only for what was marked by mistake. A protected tag is refused.',
  permission: 'destructive',
  http: 'DELETE /repository/tag',
  see_also: ['gitlab_get_tag', 'gitlab_create_tag'],
  input: Type.Object({ project, tag: refName('Tag', ['tag_name']) }),
  output: Type.Object({ name: Type.String({ description: 'Its name' }), deleted }),
  errors: { ...MISSING('tag or project') },
  examples: [
    {
      name: 'mistake',
      summary: 'A tag made by mistake',
      input: { project: 'acme/playground', tag: 'v0.1', confirm: true },
      output: { name: 'v0.1', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A tag that does not exist',
      input: { project: 'acme/web', tag: 'v99', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ tag, project }) => `Delete the tag ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteTag(call.client, input, call)
})
