import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteRelease } from '../../client/planning/releases.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { tagName } from '../../inputs/planning.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_release',
  group: 'planning',
  summary: 'Delete a release; its tag stays',
  description:
    'Deletes a release with its notes and links, which are lost; the tag stays. Use it only for releases created by mistake. To correct the notes, use update_release; to delete the tag, delete_tag instead.',
  permission: 'destructive',
  http: 'DELETE /release',
  aliases: ['delete_release'],
  see_also: ['gitlab_get_release', 'gitlab_delete_tag'],
  asked_as: {
    en: [
      'take down a published release',
      'withdraw version 1.2',
      'remove release notes',
      'the release was a mistake, take it back',
      'unpublish a version',
      'the version should not have been announced, take it back',
      '2.0 was published too early, take it down',
      'the release should be gone',
      'pull the release back',
      'remove the published version',
      "that version shouldn't be listed any more"
    ]
  },
  input: Type.Object({ project, tag: tagName }),
  output: Type.Object({ tag: Type.String({ description: 'Tag' }), deleted }),
  errors: { ...resourceErrors('release or project') },
  examples: [
    {
      name: 'mistake',
      summary: 'A release created by mistake',
      input: { project: 'acme/playground', tag: 'v1.0', confirm: true },
      output: { tag: 'v1.0', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A tag without a release',
      input: { project: 'acme/web', tag: 'v0.1', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ tag, project }) => `Delete the release ${tag} of ${project ?? 'the default project'}; its tag stays`,
  handler: (input, call) => deleteRelease(call.client, input, call)
})
