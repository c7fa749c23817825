import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listWikiPages } from '../../client/planning/wiki.ts'
import { globalErrors } from '../../errors.ts'
import { ofGroup, pages, project } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { ListedWikiPage } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_wiki_pages',
  group: 'planning',
  summary: 'List the wiki pages of a project or group',
  description:
    'Returns the slugs and titles of all wiki pages and, if full is true, their content. Use it to find a page. To read one page, use get_wiki_page instead.',
  permission: 'read',
  http: 'GET /wiki',
  list: true,
  aliases: ['list_wiki_pages'],
  see_also: ['gitlab_get_wiki_page', 'gitlab_search'],
  asked_as: {
    en: [
      'which articles are in the project wiki',
      'table of contents of the GitLab wiki',
      "docs of a repository's wiki",
      'contents of the repo wiki',
      'all articles of the project wiki',
      "what is in the repo's wiki",
      "what pages does the project's wiki have",
      'which docs are in the GitLab wiki',
      "is there something in the repo's wiki",
      'list all entries of the project wiki'
    ]
  },
  input: Type.Object({
    project,
    group: ofGroup,
    full: Type.Boolean({ default: false, description: 'true: include the content of the pages, which may be long. Default false' }),
    ...pages
  }),
  output: listOf(ListedWikiPage, { untrusted }),
  requires: [atMostOne('project', 'group')],
  errors: { ...globalErrors('project or group') },
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
  message: ({ project, group }) => `List the wiki pages of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listWikiPages(call.client, input, call)
})
