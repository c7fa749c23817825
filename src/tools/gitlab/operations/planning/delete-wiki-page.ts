import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteWikiPage } from '../../client/wiki.ts'
import { MISSING } from '../../failures.ts'
import { project } from '../../inputs.ts'
import { slug } from '../../planning-inputs.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_wiki_page',
  group: 'planning',
  summary: 'Delete a page of a wiki',
  description:
    'Deletes a page; it is gone but for the history of the wiki. Use it only for what nobody needs any more. To correct it use update_wiki_page instead.',
  permission: 'destructive',
  http: 'DELETE /wiki/page',
  aliases: ['delete_wiki_page'],
  see_also: ['gitlab_get_wiki_page', 'gitlab_list_wiki_pages'],
  input: Type.Object({ project, slug }),
  output: Type.Object({ slug: Type.String({ description: 'Its slug' }), deleted }),
  errors: { ...MISSING('page or project') },
  examples: [
    {
      name: 'nested',
      summary: 'A page in a folder',
      input: { project: 'acme/playground', slug: 'guides/setup', confirm: true },
      output: { slug: 'guides/setup', deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A page that does not exist',
      input: { project: 'acme/web', slug: 'nothing', confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ slug, project }) => `Delete the wiki page ${slug} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteWikiPage(call.client, input, call)
})
