import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getRelease } from '../../client/planning/releases.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { tagName } from '../../inputs/planning.ts'
import { untrusted } from '../../schemas/common.ts'
import { Release } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_release',
  group: 'planning',
  summary: 'Get a release with its notes',
  description:
    'Returns the name, notes, links and milestones of a release. Use it if you know its tag. To see which releases exist, use list_releases instead.',
  permission: 'read',
  http: 'GET /release',
  aliases: ['get_release'],
  see_also: ['gitlab_list_releases', 'gitlab_get_tag'],
  asked_as: {
    en: [
      "what's in version 2.0",
      'read the release notes',
      'changelog of a release',
      'download links of a release',
      'what changed in the version',
      'show release 1.2',
      'features in the new version',
      "what's in version 2",
      'notes of the latest release'
    ],
    de: ['was ist neu in der Version'],
    es: ['notas de la versión'],
    fr: ['notes de version'],
    ja: ['リリースノートを見せて'],
    pl: ['co jest w tym wydaniu']
  },
  input: Type.Object({ project, tag: tagName }),
  output: Type.Object({ ...Release.properties, untrusted }),
  errors: { ...globalErrors('release or project') },
  examples: [
    {
      name: 'by_tag',
      summary: 'A release by its tag',
      input: { project: 'acme/web', tag: 'v1.0' },
      output: {
        tag: 'v1.0',
        name: 'Version 1.0',
        description: '## New\n\n- The form keeps what was typed.',
        author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
        commit_id: 'e51db501890941b56fc97f9977285c32c299aea8',
        upcoming: false,
        milestones: ['Old release'],
        links: [{ name: 'Notes', url: 'https://example.com/notes', link_type: 'other' }],
        url: 'https://gitlab.example.com/acme/web/-/releases/v1.0',
        created_at: '2026-01-19T08:00:00.000Z',
        released_at: '2026-01-19T08:00:00.000Z',
        untrusted: true
      }
    },
    {
      name: 'no_release',
      summary: 'A tag without a release',
      input: { project: 'acme/web', tag: 'v0.1' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ tag, project }) => `Get the release ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => getRelease(call.client, input, call)
})
