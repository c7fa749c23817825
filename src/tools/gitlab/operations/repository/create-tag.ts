import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createTag } from '../../client/repository.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { project } from '../../inputs.ts'
import { NewTag } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_tag',
  group: 'repository',
  summary: 'Make a tag',
  description:
    'Marks a commit with a name, with a message or without, and answers the tag. Use it to mark a version. One that exists already is refused: tags are not moved. To write notes on a version use a release instead.',
  permission: 'write',
  http: 'POST /repository/tags',
  success: [201],
  aliases: ['create_tag'],
  see_also: ['gitlab_list_tags', 'gitlab_delete_tag'],
  input: Type.Object({
    project,
    tag: refName('Tag', ['tag_name']),
    ref: refName('Branch, tag or commit to mark'),
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100_000, description: 'Message; it makes the tag an annotated one. Absent: none' })
    )
  }),
  output: NewTag,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'new',
      summary: 'A version',
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
      summary: 'A tag that exists',
      input: { project: 'acme/playground', tag: 'v0.1', ref: 'main' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ tag, ref, project }) => `Mark ${ref} of ${project ?? 'the default project'} as ${tag}`,
  handler: (input, call) => createTag(call.client, input, call)
})
