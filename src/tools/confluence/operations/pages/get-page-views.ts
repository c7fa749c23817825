import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { nullable } from '../../../../contract/schema.ts'
import { getPageViews } from '../../client/restrictions.ts'
import { PAGE_ERRORS } from '../../failures.ts'
import { pageId } from '../../inputs.ts'
import { confluence } from '../../tool.ts'

export default defineOperation(confluence, {
  name: 'get_page_views',
  group: 'pages',
  summary: 'Get the number of views of a page',
  description:
    'Returns how often a page or blog post was viewed, and by how many people, in total or since a given day. This operation works on Cloud only, on plans with analytics. Use it to find out whether a page is read. The names of the people are not included; to see who changed a page, use list_versions.',
  permission: 'read',
  http: 'GET /pages/:page_id/views',
  timeout_ms: 5000,
  see_also: ['confluence_list_versions', 'confluence_get_page'],
  asked_as: {
    en: [
      'does anyone read this doc',
      'how many people opened the article',
      'popularity of a wiki page',
      'traffic of the page this month',
      'how often was the page read',
      'is anyone reading the announcement',
      'how many visitors did the page have',
      'has anyone looked at my doc',
      'views of the blog post',
      'was the article noticed at all',
      'how many hits does the page get',
      'do people use the guide'
    ]
  },
  input: Type.Object({
    page_id: pageId('Page or blog post'),
    since: Type.Optional(
      Type.String({
        maxLength: 10,
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        'x-form': 'such as 2026-01-31',
        description: 'Day from which to count, YYYY-MM-DD. Default: all views'
      })
    )
  }),
  output: Type.Object({
    page_id: Type.String({ description: 'ID of the page' }),
    title: Type.String({ description: 'Title of the page' }),
    since: nullable(Type.String(), { description: 'As in the input; null for all views' }),
    views: nullable(Type.Integer(), { description: 'Number of views; null if unknown' }),
    viewers: nullable(Type.Integer(), { description: 'Number of people; null if unknown' })
  }),
  errors: { ...PAGE_ERRORS, cannot_be_honoured: 'Data Center does not count views in its API' },
  examples: [
    {
      name: 'all',
      summary: 'All views of a page',
      input: { page_id: '65538' },
      output: { page_id: '65538', title: 'Installation', since: null, views: 12, viewers: 3 }
    },
    {
      name: 'unknown',
      summary: 'An ID that no page has',
      input: { page_id: '999999999' },
      error: { reason: 'page_not_found', message: 'Confluence has no page 999999999 that this account can see.' }
    }
  ],
  message: ({ page_id }) => `Get the views of the page ${page_id}`,
  handler: (input, call) => getPageViews(call.client, input, call)
})
