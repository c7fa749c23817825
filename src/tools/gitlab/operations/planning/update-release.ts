import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { updateRelease } from '../../client/planning/releases.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, longText, moment, project, title } from '../../inputs/common.ts'
import { milestoneTitles, tagName } from '../../inputs/planning.ts'
import { Release } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_release',
  group: 'planning',
  summary: 'Update the name, notes or milestones of a release',
  description:
    'Updates the given properties of a release, keeps the others, and returns the release. Use it to correct the release notes. milestones replaces all milestones; an empty list removes them. The tag cannot be changed: use create_release with the other tag instead.',
  permission: 'write',
  http: 'PATCH /release',
  max_body: LONG_TEXT_BODY,
  idempotent: true,
  requires: [atLeastOne('name', 'description', 'milestones', 'released_at')],
  aliases: ['update_release'],
  see_also: ['gitlab_get_release', 'gitlab_create_release'],
  asked_as: {
    en: [
      'edit the release notes',
      'fix the changelog of a version',
      'rename a published release',
      'add a line to the release notes',
      'the changelog has a mistake',
      'the release notes have a typo',
      'add a download to the release',
      'add the security fix to the notes of the release',
      'correct what we wrote about version 2.4',
      'the release needs another name',
      'put the missing change into the changelog of the release',
      'change the description of a release'
    ]
  },
  input: Type.Object({
    project,
    tag: tagName,
    name: Type.Optional(title('New name')),
    description: Type.Optional(longText('New release notes. They replace the whole text')),
    milestones: Type.Optional(milestoneTitles('Titles of the new milestones, which replace all existing ones')),
    released_at: Type.Optional(moment('Release time, past or future'))
  }),
  output: Release,
  errors: { ...resourceErrors('release or project') },
  examples: [
    {
      name: 'notes',
      summary: 'New notes, and no milestones',
      input: { project: 'acme/sandpit', tag: 'v1.0', description: 'The form keeps what was typed.', milestones: [] },
      output: {
        tag: 'v1.0',
        name: 'Version 1.0',
        description: 'The form keeps what was typed.',
        author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
        commit_id: '62ec49577359f8365f620cdbe672a04f7dfb3248',
        upcoming: false,
        milestones: [],
        links: [{ name: 'Notes', url: 'https://example.com/notes', link_type: 'other' }],
        url: 'https://gitlab.example.com/acme/sandpit/-/releases/v1.0',
        created_at: '2026-01-19T08:00:00.000Z',
        released_at: '2026-01-19T08:00:00.000Z'
      }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { project: 'acme/sandpit', tag: 'v1.0' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ tag, project }) => `Update the release ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateRelease(call.client, input, call)
})
