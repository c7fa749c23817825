import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { updateRelease } from '../../client/releases.ts'
import { MISSING } from '../../failures.ts'
import { longText, moment, project, title } from '../../inputs.ts'
import { milestoneTitles, tagName } from '../../planning-inputs.ts'
import { Release } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_release',
  group: 'planning',
  summary: 'Change name, notes or milestones of a release',
  description:
    'Changes what is given of a release and answers it; the rest stays. Use it to correct the notes. milestones replaces; an empty list takes all off. For the tag itself there is no change: make another one instead.',
  permission: 'write',
  http: 'PATCH /release',
  idempotent: true,
  requires: [atLeastOne('name', 'description', 'milestones', 'released_at')],
  aliases: ['update_release'],
  see_also: ['gitlab_get_release', 'gitlab_create_release'],
  input: Type.Object({
    project,
    tag: tagName,
    name: Type.Optional(title('New name')),
    description: Type.Optional(longText('New notes; replace the whole text')),
    milestones: Type.Optional(milestoneTitles),
    released_at: Type.Optional(moment('When it was, or will be, out'))
  }),
  output: Release,
  errors: { ...MISSING('release or project') },
  examples: [
    {
      name: 'notes',
      summary: 'Better notes',
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
      summary: 'Nothing to change',
      input: { project: 'acme/sandpit', tag: 'v1.0' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ tag, project }) => `Change the release ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateRelease(call.client, input, call)
})
