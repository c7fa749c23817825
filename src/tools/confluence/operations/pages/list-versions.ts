import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listVersions } from '../../client/pages/versions.ts'
import { BEA_NAMED } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId, start } from '../../inputs.ts'
import { versionsMarkdown } from '../../markdown.ts'
import { Version } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'list_versions',
  core: true,
  group: 'pages',
  summary: 'List the versions of a page, latest first',
  description:
    'Returns the number, time, author and comment of each version of a page or blog post. Use it to see who changed a page and when; to read a version, use get_page with version; to see what changed, compare_versions. Versions of attachments are not included.',
  permission: 'read',
  http: 'GET /pages/:page_id/versions',
  timeout_ms: 10_000,
  list: true,
  see_also: ['confluence_compare_versions', 'confluence_restore_version'],
  asked_as: {
    en: [
      'edit history of a page',
      'who changed this doc and when',
      'who last edited the article',
      'previous revisions of a wiki page',
      'how often was the page edited',
      'who wrote the last change of the article',
      'who has been editing the checklist',
      'when was the page changed last',
      'how many revisions'
    ],
    de: ['die Bearbeitungshistorie der Seite'],
    es: ['historial de la página'],
    fr: ['historique de la page'],
    ja: ['ページの履歴'],
    pl: ['historia strony']
  },
  input: Type.Object({ page_id: pageId('Page or blog post'), start }),
  output: listOf(Version, {}),
  errors: PAGE_ERRORS,
  examples: [
    {
      name: 'last',
      summary: 'The latest version',
      input: { page_id: '65538', limit: 1 },
      output: {
        items: [
          {
            number: 3,
            when: '2026-01-09T09:00:00.000Z',
            by: BEA_NAMED,
            message: 'Change 2',
            minor_edit: false,
            sync_rev: null,
            conf_rev: null
          }
        ],
        next_cursor: 'WyJXekVzSWk5M2FXdHBMMkZ3YVM5Mk1pOXdZV2RsY3k4Mk5UVXpPQzkyWlhKemFXOXVjejk3ZlNKZCIsMSwiNVVmTVg0MVMyMiJd',
        total: { value: 1, relation: 'gte' }
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `List the versions of the page ${page_id}`,
  markdown: versionsMarkdown,
  handler: (input, call) => listVersions(call.client, input, call)
})
