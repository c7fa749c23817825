import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteTag } from '../../client/repository/repository.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_tag',
  group: 'repository',
  summary: 'Delete a tag',
  description:
    'Deletes a tag and its release, if it has one. The commit stays; the message of the tag is lost. Use it only for tags created by mistake. A protected tag requires the Maintainer role.',
  permission: 'destructive',
  http: 'DELETE /repository/tag',
  see_also: ['gitlab_get_tag', 'gitlab_create_tag'],
  asked_as: {
    en: [
      'remove a git tag',
      'drop the wrong version tag',
      'untag a commit',
      'the version tag is wrong, delete it',
      'drop a tag from git',
      'I tagged the wrong commit',
      'v1.0-rc should not exist',
      'the tag was a mistake',
      'we tagged the wrong thing, undo it',
      "there's a version tag too many"
    ]
  },
  input: Type.Object({ project, tag: refName('Tag', ['tag_name']) }),
  output: Type.Object({ name: Type.String({ description: 'Name' }), deleted }),
  errors: { ...resourceErrors('tag or project') },
  examples: [
    {
      name: 'mistake',
      summary: 'A tag created by mistake',
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
  message: ({ tag, project }) => `Delete the tag ${tag} of ${project ?? 'the default project'}, and its release if it has one`,
  handler: (input, call) => deleteTag(call.client, input, call)
})
