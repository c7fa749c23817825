import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { OPTIONS } from '../../../../catalog/reserved-inputs.ts'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { getPage } from '../../client/pages/pages.ts'
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
  summary: 'Get a page or a blog post with its body',
  description:
    'Returns a page by its ID, or by its exact title and space: title, space, version, labels, body, and on request its ancestors and children. Use it to read a page, and before update_page: send the edited body in the format that you read (storage, markdown or atlas_doc_format), and version.number as expected_version. Macros that Markdown cannot express appear as marked blocks ({=storage}). To get macros as readers see them, request view, which cannot be written back. To find a page, use confluence_search or list_pages.',
  permission: 'read',
  http: 'GET /page',
  timeout_ms: 5000,
  versioned: true,
  aliases: [{ name: 'confluence', when: { operation: 'get' } }],
  see_also: ['confluence_search', 'confluence_update_page', 'confluence_update_section', 'confluence_list_children'],
  asked_as: {
    en: [
      'read a wiki page',
      'open the doc',
      'what does the onboarding guide say',
      'show me the article',
      'pull up the runbook',
      'summarize a page',
      'print the text of a doc',
      "let me see what's on the page",
      'read me the release checklist from the wiki',
      "what's written in the article",
      'what are the steps in the playbook',
      'what does the policy say',
      'the text of the article',
      'let me read the meeting notes',
      'which contacts are on the page'
    ],
    de: ['die Wiki-Seite lesen', 'zeig mir das Dokument'],
    es: ['lee la página', 'abre el documento de la wiki'],
    fr: ['lire la page wiki', 'ouvre le document'],
    ja: ['ページを読んで', 'ドキュメントを開いて'],
    pl: ['przeczytaj stronę', 'otwórz dokument z wiki']
  },
  input: Type.Object({
    ...pageName,
    content_format: stringEnum(READ_FORMATS, {
      default: 'storage',
      description:
        'Format of the body. markdown: to read and edit, without text that is hidden from readers; storage: the exact content; atlas_doc_format: ADF (Cloud only); view, export_view, styled_view: HTML as displayed, for export, or with styles, refused for keys limited to certain spaces, because macros can include pages of other spaces; editor: format of the legacy editor; none: no body. Default storage'
    }),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'An earlier version. Default: the current version' })
    ),
    expand: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: '^[A-Za-z_.]+$',
          'x-form': 'of letters, separated by periods',
          description: 'A part, such as children'
        }),
        {
          maxItems: 20,
          description:
            "Additional parts: ancestors, children, users (names of authors), restrictions, metadata.properties, one request each. Confluence's own values work, too: body.view and similar ones set the format if content_format does not; version, space, history and labels are always returned; for others, such as operations, a warning reports that they are not returned"
        }
      )
    ),
    body_offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        description: 'Offset in the body: next_body_offset of the previous part. Default 0'
      })
    ),
    max_chars: OPTIONS.max_chars,
    no_cache: OPTIONS.no_cache
  }),
  requires: [namesPage],
  output: Page,
  errors: {
    ...PAGE_ERRORS,
    space_not_found: 'The space in space_key does not exist, or this account cannot see it',
    cannot_be_honoured:
      'The body is too large or too deeply nested to convert to Markdown or to truncate at the end of a block, a part of an ADF document was requested, or ADF was requested from Data Center; details.suggestions describes what to do'
  },
  examples: [
    {
      name: 'by_id',
      summary: 'A page by its ID, with labels and body',
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
      summary: 'A page by its title',
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
      summary: 'An ID that no page has',
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

/**
 * The version identifies a body in storage format. Rendered formats may change without a new version, so their tag includes a hash of the
 * body.
 */
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
  const parts =
    content_format === 'storage' && expand === undefined
      ? [status, space.key, parent_id, ...labels, max_chars, body_offset].join('.')
      : JSON.stringify([page, max_chars, body_offset])
  return `W/"${id}.${version.number}.${SHORT.test(parts) ? parts : hash('sha1', parts, 'base64url')}"`
}

/** Short values are used as they are: hashing them takes as long as rendering the page. */
const SHORT = /^[\w.~-]{1,100}$/
