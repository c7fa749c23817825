import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { restoreVersion } from '../../client/versions.ts'
import { ADA, NO_BODY, PLAY } from '../../examples.ts'
import { PAGE_ERRORS, WRITE_ERRORS } from '../../failures.ts'
import { expectedVersion, pageId, versionMessage } from '../../inputs.ts'
import { updatedMarkdown } from '../../markdown.ts'
import { Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'restore_version',
  group: 'pages',
  summary: 'Make an earlier version of a page the current one',
  description:
    'Writes the body of an earlier version, and its title where asked, as the next version: what came in between stays in the history. Use it to take back changes; look at them first with compare_versions. To bring back a page from the trash this is not the way.',
  permission: 'write',
  http: 'POST /pages/:page_id/restore',
  timeout_ms: 10_000,
  see_also: ['confluence_list_versions', 'confluence_compare_versions'],
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The version to make current again' }),
    expected_version: expectedVersion,
    restore_title: Type.Boolean({ default: false, description: 'true: with the title of then. Default false' }),
    version_message: versionMessage
  }),
  output: Page,
  errors: {
    ...PAGE_ERRORS,
    ...WRITE_ERRORS,
    version_conflict: 'The page is at another version than expected_version, or was changed meanwhile',
    already_exists: 'The space has another page of the title of then'
  },
  examples: [
    {
      name: 'first',
      summary: 'The first version again',
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
      summary: 'An id that no page has',
      input: { page_id: '999999999', version: 1 },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, version }) => `Make version ${version} of the page ${page_id} the current one again`,
  markdown: updatedMarkdown,
  handler: (input, call) => restoreVersion(call.client, input, call)
})
