import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateWikiPage } from '../../client/planning/wiki.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, ofGroup, project, title } from '../../inputs/common.ts'
import { pageText, slug } from '../../inputs/planning.ts'
import { WikiPage } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_wiki_page',
  group: 'planning',
  summary: 'Update a wiki page',
  description:
    'Updates the title or content of a wiki page and returns the page; a new title moves it. Use it after get_wiki_page: a change that another user made since you read the page is overwritten, and only the history keeps it. For a new page, use create_wiki_page instead.',
  permission: 'write',
  http: 'PATCH /wiki/page',
  max_body: LONG_TEXT_BODY,
  idempotent: true,
  requires: [atMostOne('project', 'group'), atLeastOne('title', 'content')],
  aliases: ['update_wiki_page'],
  see_also: ['gitlab_get_wiki_page', 'gitlab_create_wiki_page'],
  asked_as: {
    en: [
      'edit an article in the project wiki',
      'change a page of the GitLab wiki',
      'fix a typo in the repo wiki',
      "update the instructions in the repo's wiki",
      'correct a page of the project wiki',
      'the page in the project wiki is outdated',
      "the setup page in the repo's wiki is out of date",
      "rewrite the install guide in the project's wiki",
      'the GitLab wiki says something wrong, correct it',
      "add a step to the guide in the repo's wiki",
      'rename a page of the GitLab wiki'
    ]
  },
  input: Type.Object({
    project,
    group: ofGroup,
    slug,
    title: Type.Optional(title('New title; slashes create folders')),
    content: Type.Optional(pageText('New content. It replaces the whole text')),
    format: Type.Optional(stringEnum(['markdown', 'rdoc', 'asciidoc', 'org'], { description: 'Format of content. Default: unchanged' }))
  }),
  output: WikiPage,
  errors: { ...resourceErrors('page, project or group') },
  examples: [
    {
      name: 'content',
      summary: 'New text',
      input: { project: 'acme/sandpit', slug: 'home', content: '# Sandpit\n' },
      output: { slug: 'home', title: 'home', format: 'markdown', content: '# Sandpit\n' }
    },
    {
      name: 'nothing',
      summary: 'No change given',
      input: { project: 'acme/sandpit', slug: 'home' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ slug, project, group }) => `Update the wiki page ${slug} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => updateWikiPage(call.client, input, call)
})
