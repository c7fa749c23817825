import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { warned } from '../../client/content/warn-hidden.ts'
import { restoreVersion } from '../../client/pages/versions.ts'
import { ADA, NO_BODY, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, STALE_VERSION } from '../../failures.ts'
import { expectedVersion, pageId, versionMessage } from '../../inputs.ts'
import { updatedMarkdown } from '../../markdown.ts'
import { Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'restore_version',
  group: 'pages',
  summary: 'Restore an earlier version of a page',
  description:
    'Restores the body of an earlier version, and on request its title, as a new version, and returns the page; all versions stay in the history. Use it to revert changes; compare first with compare_versions. To restore a page from the trash, use bulk_restore_pages.',
  permission: 'write',
  http: 'POST /pages/:page_id/restore',
  timeout_ms: 10_000,
  see_also: ['confluence_list_versions', 'confluence_compare_versions'],
  asked_as: {
    en: [
      'roll back a page',
      'undo the last edit of a doc',
      'revert a wiki page to how it was',
      'go back to the previous version of the article',
      'the last edit broke the page, go back',
      "bring back last week's text of the doc",
      'someone broke the table, take the old text',
      'we want the page as it was yesterday'
    ],
    de: ['die Seite auf eine frühere Version zurücksetzen'],
    es: ['vuelve a una versión anterior de la página'],
    fr: ['revenir à une version précédente de la page'],
    ja: ['ページを以前の版に戻す'],
    pl: ['przywróć poprzednią wersję strony']
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Version to restore' }),
    expected_version: expectedVersion,
    restore_title: Type.Boolean({ default: false, description: 'true: also restore the title. Default false' }),
    version_message: versionMessage
  }),
  output: Page,
  errors: {
    ...PAGE_ERRORS,
    version_conflict: STALE_VERSION,
    already_exists: 'Another page of the space has the restored title'
  },
  examples: [
    {
      name: 'first',
      summary: 'Restore the first version',
      input: { page_id: '65697', version: 1, expected_version: 2 },
      output: {
        id: '65697',
        type: 'page',
        status: 'current',
        title: 'Restore me',
        space: PLAY,
        version: {
          number: 3,
          when: '2026-11-22T05:56:41.156Z',
          by: ADA,
          message: 'Restored version 1',
          minor_edit: false,
          sync_rev: null,
          conf_rev: null
        },
        parent_id: '65684',
        ancestors: null,
        children: null,
        body: { ...NO_BODY, storage: { value: '<p>The first version.</p>', representation: 'storage', embedded_content: null } },
        metadata: {
          labels: [{ id: '1351', prefix: 'global', name: 'try', label: null }],
          frontend_url: 'https://wiki.example.com/wiki/spaces/PLAY/pages/65697/Restore+me',
          created: '2026-06-15T09:00:00.000Z',
          created_by: ADA,
          properties: null
        },
        restrictions: null,
        extensions: { position: 150 }
      }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999', version: 1 },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, version }) => `Restore version ${version} of the page ${page_id}`,
  markdown: updatedMarkdown,
  handler: async (input, call) => await warned(await restoreVersion(call.client, input, call), call)
})
