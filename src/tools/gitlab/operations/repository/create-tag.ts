import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createTag } from '../../client/repository/repository.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { NewTag } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_tag',
  group: 'repository',
  summary: 'Create a tag',
  description:
    'Creates a tag for a commit, with or without a message, and returns it. Use it to mark a version. A tag that already exists is refused: tags are not moved. To publish notes for a version, use create_release instead.',
  permission: 'write',
  http: 'POST /repository/tags',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_tag'],
  see_also: ['gitlab_list_tags', 'gitlab_delete_tag'],
  asked_as: {
    en: [
      'tag this commit',
      'mark a version in git',
      'put a version tag on main',
      'mark the commit as version 1.0',
      'tag the release commit',
      'mark the commit as a version',
      'stamp the latest commit',
      'label this commit v2.0 in git',
      'give main the tag v1.0.1',
      'we need a tag on the last commit',
      'set a tag for the version'
    ],
    de: ['einen Git-Tag setzen'],
    es: ['crea un tag de git'],
    fr: ['créer un tag git'],
    ja: ['タグを打つ'],
    pl: ['utwórz tag']
  },
  input: Type.Object({
    project,
    tag: refName('Name of the new tag', ['tag_name']),
    ref: refName('Branch, tag or commit to tag'),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100_000, description: 'Message, which makes it an annotated tag. Default: none' })
    )
  }),
  output: NewTag,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'new',
      summary: 'Tag a version',
      input: { project: 'acme/playground', tag: 'v0.2', ref: 'v1.0', message: 'Second try' },
      output: {
        name: 'v0.2',
        message: 'Second try',
        commit_id: '4e801005ccf719fcc16316d8acdb9af8058374a9',
        commit_title: 'Keep what was typed',
        created_at: '2026-11-22T08:28:56.259Z',
        protected: false
      }
    },
    {
      name: 'taken',
      summary: 'A tag that already exists',
      input: { project: 'acme/playground', tag: 'v0.1', ref: 'main' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ tag, ref, project }) => `Create the tag ${tag} at ${ref} in ${project ?? 'the default project'}`,
  handler: (input, call) => createTag(call.client, input, call)
})
