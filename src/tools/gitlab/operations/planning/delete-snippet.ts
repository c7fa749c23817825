import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deleteSnippet } from '../../client/snippets.ts'
import { MISSING } from '../../failures.ts'
import { project } from '../../inputs.ts'
import { snippetId as snippet_id } from '../../planning-inputs.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_snippet',
  group: 'planning',
  summary: 'Delete a snippet',
  description:
    'Deletes a snippet with its files and their history: all is lost for good. Use it only for what nobody needs any more. To take one file out use update_snippet instead.',
  permission: 'destructive',
  http: 'DELETE /snippets/:snippet_id',
  aliases: ['delete_snippet'],
  see_also: ['gitlab_get_snippet', 'gitlab_list_snippets'],
  input: Type.Object({ project, snippet_id }),
  output: Type.Object({ id: Type.Integer({ description: 'Its id' }), deleted }),
  errors: { ...MISSING('snippet or project') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/playground', snippet_id: 30001, confirm: true },
      output: { id: 30001, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'An id that no snippet of the project has',
      input: { project: 'acme/web', snippet_id: 1, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ snippet_id, project }) => `Delete the snippet ${snippet_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => deleteSnippet(call.client, input, call)
})
