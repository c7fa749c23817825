import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, words } from '../../../../contract/schema.ts'
import { listReleases } from '../../client/releases.ts'
import { MISSING } from '../../failures.ts'
import { pages, project, sort } from '../../inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { Release } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_releases',
  group: 'planning',
  summary: 'List the releases of a project',
  description:
    'Answers the releases with their notes and links, the newest first. Use it to see what came out, and when. For tags without notes use list_tags instead.',
  permission: 'read',
  http: 'GET /releases',
  list: true,
  aliases: ['list_releases'],
  see_also: ['gitlab_get_release', 'gitlab_list_tags'],
  input: Type.Object({
    project,
    order_by: words(['released_at', 'created_at'], { default: 'released_at', description: 'What to sort by. Default released_at' }),
    sort,
    ...pages
  }),
  output: listOf(Release, { untrusted }),
  errors: { ...MISSING('project') },
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
