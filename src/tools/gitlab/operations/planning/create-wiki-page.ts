import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { createWikiPage } from '../../client/planning/wiki.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, ofGroup, project, title } from '../../inputs/common.ts'
import { pageText } from '../../inputs/planning.ts'
import { WikiPage } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_wiki_page',
  group: 'planning',
  summary: 'Create a wiki page',
  description:
    'Creates a wiki page and returns it with its slug. Use it for lasting documentation. Slashes in the title create folders. A title that already exists is refused: use update_wiki_page instead.',
  permission: 'write',
  http: 'POST /wiki',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_wiki_page'],
  see_also: ['gitlab_list_wiki_pages', 'gitlab_update_wiki_page'],
  asked_as: {
    en: [
      'add an article to the project wiki',
      'document the repo in its wiki',
      'new page in the GitLab wiki',
      "write setup instructions in the repo's wiki",
      'start a how-to in the project wiki',
      "write this into the project's wiki",
      'document the API in the GitLab wiki',
      'add a page to the wiki of the repo',
      "put an install guide in the project's wiki",
      'the GitLab wiki needs a page about deployment',
      "note in the repo's wiki how to set it up"
    ],
    de: ['eine Wiki-Seite im GitLab-Projekt anlegen'],
    es: ['crea una página en la wiki del proyecto'],
    fr: ['créer une page dans le wiki du projet'],
    ja: ['プロジェクトのWikiページを作成'],
    pl: ['utwórz stronę wiki projektu']
  },
  input: Type.Object({
    project,
    group: ofGroup,
    title: title('Title; slashes create folders'),
    content: pageText('Content'),
    format: stringEnum(['markdown', 'rdoc', 'asciidoc', 'org'], { default: 'markdown', description: 'Format of content. Default markdown' })
  }),
  output: WikiPage,
  requires: [atMostOne('project', 'group')],
  errors: { ...resourceErrors('project or group') },
  examples: [
    {
      name: 'new',
      summary: 'A page in a folder',
      input: { project: 'acme/playground', title: 'guides/release', content: '# How to release\n' },
      output: { slug: 'guides/release', title: 'release', format: 'markdown', content: '# How to release\n' }
    },
    {
      name: 'taken',
      summary: 'A title that already exists',
      input: { project: 'acme/playground', title: 'home', content: 'Again' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ title, project, group }) => `Create the wiki page ${title} in ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => createWikiPage(call.client, input, call)
})
