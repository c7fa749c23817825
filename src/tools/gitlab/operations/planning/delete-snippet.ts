import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteSnippet } from '../../client/planning/snippets.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { snippetId as snippet_id } from '../../inputs/planning.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_snippet',
  group: 'planning',
  summary: 'Delete a snippet',
  description:
    'Deletes a snippet with its files and their history permanently. Use it only for snippets that no one needs. To remove one file, use update_snippet instead.',
  permission: 'destructive',
  http: 'DELETE /snippets/:snippet_id',
  aliases: ['delete_snippet'],
  see_also: ['gitlab_get_snippet', 'gitlab_list_snippets'],
  asked_as: {
    en: [
      'get rid of a code snippet',
      'remove my paste',
      'delete a gist',
      'the snippet has a secret in it, remove it',
      'throw the paste away',
      'the pasted code in gitlab can go',
      "I don't need the snippet any longer",
      'erase the script I shared',
      "that piece of code shouldn't be online any more"
    ]
  },
  input: Type.Object({ project, snippet_id }),
  output: Type.Object({ id: Type.Integer({ description: 'ID of the snippet' }), deleted }),
  errors: { ...resourceErrors('snippet or project') },
  examples: [
    {
      name: 'by_id',
      summary: 'A snippet by its ID',
      input: { project: 'acme/playground', snippet_id: 30001, confirm: true },
      output: { id: 30001, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'An ID that no snippet of the project has',
      input: { project: 'acme/web', snippet_id: 1, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ snippet_id, project }) => `Delete the snippet ${snippet_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteSnippet(call.client, input, call)
})
