import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { words } from '../../../../contract/schema.ts'
import { createWikiPage } from '../../client/wiki.ts'
import { MISSING } from '../../failures.ts'
import { project, title } from '../../inputs.ts'
import { pageText } from '../../planning-inputs.ts'
import { WikiPage } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_wiki_page',
  group: 'planning',
  summary: 'Write a new page of a wiki',
  description:
    'Makes a page and answers it with its slug. Use it for what is to be read for long. Slashes in the title make folders. A title that exists is refused: use update_wiki_page instead.',
  permission: 'write',
  http: 'POST /wiki',
  success: [201],
  aliases: ['create_wiki_page'],
  see_also: ['gitlab_list_wiki_pages', 'gitlab_update_wiki_page'],
  input: Type.Object({
    project,
    title: title('Its title; slashes make folders'),
    content: pageText,
    format: words(['markdown', 'rdoc', 'asciidoc', 'org'], { default: 'markdown', description: 'How content is written. Default markdown' })
  }),
  output: WikiPage,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'new',
      summary: 'A page in a folder',
      input: { project: 'acme/playground', title: 'guides/release', content: '# How to release\n' },
      output: { slug: 'guides/release', title: 'release', format: 'markdown', content: '# How to release\n' }
    },
    {
      name: 'taken',
      summary: 'A title that exists',
      input: { project: 'acme/playground', title: 'home', content: 'Again' },
      error: { reason: 'upstream_refused' }
    }
  ],
  message: ({ title, project }) => `Write the wiki page ${title} in ${project ?? 'the default project'}`,
  handler: (input, call) => createWikiPage(call.client, input, call)
})
