import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listReleases } from '../../client/planning/releases.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project, sort } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { Release } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_releases',
  group: 'planning',
  summary: 'List the releases of a project',
  description:
    'Returns the releases of a project with their notes and links, newest first. Use it to see what was released, and when. For tags without notes, use list_tags instead.',
  permission: 'read',
  http: 'GET /releases',
  list: true,
  aliases: ['list_releases'],
  see_also: ['gitlab_get_release', 'gitlab_list_tags'],
  asked_as: {
    en: [
      'which versions have been released',
      'latest release',
      'when did we last ship',
      'release history',
      'all published versions',
      'what was the last version',
      'list of releases with dates',
      'which versions have we shipped',
      'what did we publish this year'
    ],
    de: ['welche Releases gibt es'],
    es: ['qué versiones se publicaron'],
    fr: ['quelles versions sont publiées'],
    ja: ['リリースの一覧'],
    pl: ['jakie są wydania']
  },
  input: Type.Object({
    project,
    order_by: stringEnum(['released_at', 'created_at'], {
      default: 'released_at',
      description: 'Property to sort by. Default released_at'
    }),
    sort,
    ...pages
  }),
  output: listOf(Release, { untrusted }),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'All releases',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
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
            released_at: '2026-01-19T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the releases of ${project ?? 'the default project'}`,
  handler: (input, call) => listReleases(call.client, input, call)
})
