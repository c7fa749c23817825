import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createRelease } from '../../client/planning/releases.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, longText, moment, project, title } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { milestoneTitles, releaseLinks, tagName } from '../../inputs/planning.ts'
import { NewRelease } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_release',
  group: 'planning',
  summary: 'Create a release, and its tag if it does not exist',
  description:
    'Creates a release with notes and links, and returns it. Use it to publish a version. A tag that does not exist is created from ref. A tag that already has a release is refused: use update_release instead.',
  permission: 'write',
  http: 'POST /releases',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_release'],
  see_also: ['gitlab_list_releases', 'gitlab_update_release', 'gitlab_create_tag'],
  asked_as: {
    en: [
      'publish version 2.0',
      'ship a release',
      'announce a new version with notes',
      'cut a release from a tag',
      'release the app with these notes',
      'make version 3 public',
      "announce what's new in a version",
      'publish the version with its notes',
      'announce the new version',
      'ship 3.1',
      'publish version 3.0',
      'announce the new version with its changelog',
      'put out version 1.4'
    ],
    de: ['ein Release veröffentlichen'],
    es: ['publica una versión'],
    fr: ['publier une version'],
    ja: ['リリースを公開'],
    pl: ['opublikuj wydanie']
  },
  input: Type.Object({
    project,
    tag: tagName,
    ref: Type.Optional(refName('Branch or commit to create a missing tag from')),
    tag_message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100_000, description: 'Message of the created tag, which makes it an annotated tag' })
    ),
    name: Type.Optional(title('Name. Default: the tag')),
    description: Type.Optional(longText('Release notes')),
    milestones: Type.Optional(milestoneTitles('Titles of the milestones of the release')),
    released_at: Type.Optional(moment('Release time, past or future', 'now')),
    links: Type.Optional(releaseLinks)
  }),
  output: NewRelease,
  errors: { ...resourceErrors('project'), already_exists: 'The tag already has a release' },
  examples: [
    {
      name: 'new_tag',
      summary: 'Release a version and create its tag',
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
    {
      name: 'taken',
      summary: 'A tag that already has a release',
      input: { project: 'acme/web', tag: 'v1.0' },
      error: { reason: 'already_exists' }
    }
  ],
  message: ({ tag, project }) => `Create the release ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => createRelease(call.client, input, call)
})
