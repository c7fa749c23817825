import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { deleteWikiPage } from '../../client/planning/wiki.ts'
import { resourceErrors } from '../../errors.ts'
import { ofGroup, project } from '../../inputs/common.ts'
import { slug } from '../../inputs/planning.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_wiki_page',
  group: 'planning',
  summary: 'Delete a wiki page',
  description:
    'Deletes a wiki page. There is no undo; only the history of the wiki keeps the content. Use it only for pages that no one needs. To correct a page, use update_wiki_page instead.',
  permission: 'destructive',
  http: 'DELETE /wiki/page',
  aliases: ['delete_wiki_page'],
  see_also: ['gitlab_get_wiki_page', 'gitlab_list_wiki_pages'],
  asked_as: {
    en: [
      'remove an article from the project wiki',
      'get rid of a page in the GitLab wiki',
      'the wiki article of the project is obsolete',
      'take down a page of the repo wiki',
      "the repo's wiki entry is useless",
      "the old page in the project's wiki can go",
      "erase the setup article from the repo's wiki",
      'throw a page out of the GitLab wiki',
      'no one needs that wiki page of the repo'
    ]
  },
  input: Type.Object({ project, group: ofGroup, slug }),
  output: Type.Object({ slug: Type.String({ description: 'Slug' }), deleted }),
  requires: [atMostOne('project', 'group')],
  errors: { ...resourceErrors('page, project or group') },
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
  message: ({ slug, project, group }) => `Delete the wiki page ${slug} of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => deleteWikiPage(call.client, input, call)
})
