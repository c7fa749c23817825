import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { OPTIONS } from '../../../../contract/reserved.ts'
import { words } from '../../../../contract/schema.ts'
import { getPage } from '../../client/pages.ts'
import { ADA, BEA, DOCS, NO_BODY } from '../../examples.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { namesPage, pageName, READ_FORMATS } from '../../inputs.ts'
import { pageMarkdown } from '../../markdown.ts'
import { Page } from '../../schemas.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_page',
  core: true,
  group: 'pages',
  summary: 'Get a page or blog post, with its body',
  description:
    'Answers a page by its id, or by its exact title and space: title, space, version, labels, body, and where asked for ancestors and children. Use it to read a page, and before you change one: send back body.storage.value, and version.number as expected_version. For what readers see ask for view or markdown, which are not for writing back. To find a page use search or list_pages.',
  permission: 'read',
  http: 'GET /page',
  timeout_ms: 5000,
  versioned: true,
  aliases: [{ name: 'confluence', when: { operation: 'get' } }],
  see_also: ['confluence_search', 'confluence_update_page', 'confluence_list_children'],
  input: Type.Object({
    ...pageName,
    content_format: words(READ_FORMATS, {
      default: 'storage',
      description: 'Format of the body: storage to edit it, view or markdown to read it, none to leave it out. Default storage'
    }),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'An earlier version. Absent: the current one' })),
    expand: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: '^[A-Za-z_.]+$',
          'x-form': 'of letters, with points between',
          description: 'A part, such as children'
        }),
        {
          maxItems: 20,
          description:
            'Further parts: ancestors, children, users (names of people), restrictions, metadata.properties, each at the cost of a request. Words of Confluence are taken, too: body.view and its like name the format where content_format does not; version, space, history and labels are answered in any case; of others, such as operations, a warning says that they are not'
        }
      )
    ),
    body_offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        description: 'Where in the body to begin, as metadata.truncated.hint said. Default 0'
      })
    ),
    max_chars: OPTIONS.max_chars,
    no_cache: OPTIONS.no_cache
  }),
  requires: [namesPage],
  output: Page,
  errors: {
    ...PAGE_ERRORS,
    space_not_found: 'The space of page_title does not exist, or this account cannot see it',
    cannot_be_honoured:
      'The body is too large, or nested too deep, for Markdown or for a cut where a block ends; details.suggestions says what to do'
  },
  examples: [
    {
      name: 'by_id',
      summary: 'A page by its id, with labels and body',
      input: { page_id: '65538' },
      output: {
        id: '65538',
        type: 'page',
        status: 'current',
        title: 'Installation',
        space: DOCS,
        version: {
          number: 3,
          when: '2026-01-09T09:00:00.000Z',
          by: BEA,
          message: 'Change 2',
          minor_edit: false,
          sync_rev: null,
          conf_rev: null
        },
        parent_id: '65537',
        ancestors: null,
        children: null,
        body: {
          ...NO_BODY,
          storage: {
            value: '<h2>Before you begin</h2><p>You need Node &amp; a shell.</p><h2>Steps</h2><ol><li>Clone</li><li>Start</li></ol>',
            representation: 'storage',
            embedded_content: null
          }
        },
        metadata: {
          labels: [
            { id: '1526', prefix: 'global', name: 'guide', label: null },
            { id: '1759', prefix: 'global', name: 'install', label: null }
          ],
          frontend_url: 'https://wiki.example.com/wiki/spaces/DOCS/pages/65538/Installation',
          created: '2026-01-07T09:00:00.000Z',
          created_by: ADA,
          properties: null
        },
        restrictions: null,
        extensions: { position: 1 }
      }
    },
    {
      name: 'by_title',
      summary: 'A page by its title, as people read it',
      input: { page_title: 'Troubleshooting', space_key: 'DOCS', content_format: 'markdown' },
      output: {
        id: '65539',
        type: 'page',
        status: 'current',
        title: 'Troubleshooting',
        space: DOCS,
        version: { number: 1, when: '2026-01-08T09:00:00.000Z', by: ADA, message: '', minor_edit: false, sync_rev: null, conf_rev: null },
        parent_id: '65538',
        ancestors: null,
        children: null,
        body: {
          ...NO_BODY,
          markdown: {
            value: 'Look into the log. Say "please" to the C:\\\\temp folder.',
            representation: 'markdown',
            embedded_content: null
          }
        },
        metadata: {
          labels: [{ id: '1526', prefix: 'global', name: 'guide', label: null }],
          frontend_url: 'https://wiki.example.com/wiki/spaces/DOCS/pages/65539/Troubleshooting',
          created: '2026-01-08T09:00:00.000Z',
          created_by: ADA,
          properties: null
        },
        restrictions: null,
        extensions: { position: 2 }
      }
    },
    {
      name: 'unknown',
      summary: 'An id that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id, page_title, space_key }) =>
    page_id === undefined ? `Read the page "${page_title}" in ${space_key}` : `Read the page ${page_id}`,
  markdown: pageMarkdown,
  async handler(input, call) {
    const page = await getPage(call.client, input, call)
    call.respond({ etag: tagOf(page, input) })
    return page
  }
})

/** Of a body in storage the version says all; what is made of it may change without one. */
function tagOf(
  page: Page,
  {
    content_format,
    max_chars,
    body_offset,
    expand
  }: { content_format: string; max_chars?: number; body_offset?: number; expand?: string[] }
): string {
  const { id, status, space, version, parent_id, metadata } = page
  const labels = metadata.labels?.map(({ name }) => name) ?? []
  const said =
    content_format === 'storage' && expand === undefined
      ? [status, space.key, parent_id, ...labels, max_chars, body_offset].join('.')
      : JSON.stringify([page, max_chars, body_offset])
  return `W/"${id}.${version.number}.${SHORT.test(said) ? said : hash('sha1', said, 'base64url')}"`
}

/** What a tag may hold as it is: to hash it takes as long as to make the page. */
const SHORT = /^[\w.~-]{1,100}$/
