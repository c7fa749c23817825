import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listWikiPages } from '../../client/wiki.ts'
import { MISSING } from '../../failures.ts'
import { pages, project } from '../../inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { WikiPage } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_wiki_pages',
  group: 'planning',
  summary: 'List the pages of the wiki of a project',
  description:
    'Answers slugs and titles of all pages, with what they say on request. Use it to find a page. To read one use get_wiki_page instead.',
  permission: 'read',
  http: 'GET /wiki',
  list: true,
  aliases: ['list_wiki_pages'],
  see_also: ['gitlab_get_wiki_page', 'gitlab_search'],
  input: Type.Object({
    project,
    full: Type.Boolean({ default: false, description: 'true: with what the pages say, which may be long. Default false: without' }),
    ...pages
  }),
  output: listOf(WikiPage, { untrusted }),
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'all',
      summary: 'All pages',
      input: { project: 'acme/web' },
      output: {
        items: [
          { slug: 'home', title: 'home', format: 'markdown', content: null },
          { slug: 'guides/setup', title: 'setup', format: 'markdown', content: null }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' },
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
  message: ({ project }) => `List the wiki pages of ${project ?? 'the default project'}`,
  handler: (input, call) => listWikiPages(call.client, input, call)
})
