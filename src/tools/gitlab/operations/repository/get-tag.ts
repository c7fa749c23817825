import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getTag } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { Tag } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_tag',
  group: 'repository',
  summary: 'Get a tag',
  description:
    'Returns the commit and the message of a tag. Use it to see which commit a tag points to. For all tags, use list_tags instead.',
  permission: 'read',
  http: 'GET /repository/tag',
  aliases: ['get_tag'],
  see_also: ['gitlab_list_tags', 'gitlab_create_tag'],
  asked_as: {
    en: [
      'which commit does the tag point to',
      'details of a git tag',
      'message of a version tag',
      'what is behind the version tag',
      'commit of a tag',
      'which commit does the tag point at',
      'what does v1.2 stand for',
      'which code is tagged v1.2',
      'when was the tag made',
      'who created the version tag'
    ]
  },
  input: Type.Object({ project, tag: refName('Tag', ['tag_name']) }),
  output: Tag,
  errors: { ...globalErrors('tag or project') },
  examples: [
    {
      name: 'version',
      summary: 'The tag of a version',
      input: { project: 'acme/web', tag: 'v1.0' },
      output: {
        name: 'v1.0',
        message: 'First version',
        commit_id: 'e51db501890941b56fc97f9977285c32c299aea8',
        commit_title: 'Keep what was typed',
        created_at: '2026-01-10T08:00:00.000Z',
        protected: false
      }
    },
    {
      name: 'unknown',
      summary: 'A tag that does not exist',
      input: { project: 'acme/web', tag: 'v99' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ tag, project }) => `Get the tag ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => getTag(call.client, input, call)
})
