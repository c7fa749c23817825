import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createRelease } from '../../client/releases.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { longText, moment, project, title } from '../../inputs.ts'
import { milestoneTitles, releaseLinks, tagName } from '../../planning-inputs.ts'
import { NewRelease } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_release',
  group: 'planning',
  summary: 'Make a release, and its tag where there is none',
  description:
    'Makes a release with notes and links, and answers it. Use it when a version comes out. A tag that does not exist is made from ref. One whose release exists is refused: use update_release instead.',
  permission: 'write',
  http: 'POST /releases',
  success: [201],
  aliases: ['create_release'],
  see_also: ['gitlab_list_releases', 'gitlab_update_release', 'gitlab_create_tag'],
  input: Type.Object({
    project,
    tag: tagName,
    ref: Type.Optional(refName('Branch or commit to make the tag from, where it does not exist')),
    tag_message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100_000, description: 'Message of a tag that is made; it makes it an annotated one' })
    ),
    name: Type.Optional(title('Its name. Absent: the tag')),
    description: Type.Optional(longText('What is new in it')),
    milestones: Type.Optional(milestoneTitles),
    released_at: Type.Optional(moment('When it was, or will be, out. Absent: now')),
    links: Type.Optional(releaseLinks)
  }),
  output: NewRelease,
  errors: { ...MISSING('project'), already_exists: 'The tag has a release' },
  examples: [
    {
      name: 'new_tag',
      summary: 'A version, and its tag',
      input: {
        project: 'acme/playground',
        tag: 'v0.3',
        ref: 'v1.0',
        name: 'Third try',
        description: 'Better.',
        links: [{ name: 'Notes', url: 'https://example.com/notes' }]
      },
      output: {
        tag: 'v0.3',
        name: 'Third try',
        description: 'Better.',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        commit_id: '4e801005ccf719fcc16316d8acdb9af8058374a9',
        upcoming: false,
        milestones: [],
        links: [{ name: 'Notes', url: 'https://example.com/notes', link_type: 'other' }],
        url: 'https://gitlab.example.com/acme/playground/-/releases/v0.3',
        created_at: '2026-11-22T08:51:53.052Z',
        released_at: '2026-11-22T08:51:53.052Z'
      }
    },
    { name: 'taken', summary: 'A tag that has a release', input: { project: 'acme/web', tag: 'v1.0' }, error: { reason: 'already_exists' } }
  ],
  message: ({ tag, project }) => `Make the release ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => createRelease(call.client, input, call)
})
