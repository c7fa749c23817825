import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateWikiPage } from '../../client/wiki.ts'
import { MISSING } from '../../failures.ts'
import { project, title } from '../../inputs.ts'
import { pageText, slug } from '../../planning-inputs.ts'
import { WikiPage } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_wiki_page',
  group: 'planning',
  summary: 'Change a page of a wiki',
  description:
    'Replaces title or content of a page and answers it; a new title moves it. Use it after you read the page: there is no lock, and what somebody else wrote meanwhile is replaced, though the history keeps it. For a new page use create_wiki_page instead.',
  permission: 'write',
  http: 'PATCH /wiki/page',
  idempotent: true,
  requires: [atLeastOne('title', 'content')],
  aliases: ['update_wiki_page'],
  see_also: ['gitlab_get_wiki_page', 'gitlab_create_wiki_page'],
  input: Type.Object({
    project,
    slug,
    title: Type.Optional(title('New title; slashes make folders')),
    content: Type.Optional(pageText),
    format: Type.Optional(words(['markdown', 'rdoc', 'asciidoc', 'org'], { description: 'How content is written. Absent: as it is' }))
  }),
  output: WikiPage,
  errors: { ...MISSING('page or project') },
  examples: [
    {
      name: 'content',
      summary: 'Other words',
      input: { project: 'acme/sandpit', slug: 'home', content: '# Sandpit\n' },
      output: { slug: 'home', title: 'home', format: 'markdown', content: '# Sandpit\n' }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { project: 'acme/sandpit', slug: 'home' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ slug, project }) => `Change the wiki page ${slug} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateWikiPage(call.client, input, call)
})
