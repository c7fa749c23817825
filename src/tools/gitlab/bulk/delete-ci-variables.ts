import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { deletingVariables, selectVariables } from '../client/bulk/variables.ts'
import { bulkErrors, describeSelection, NO_SELECTION } from '../inputs/bulk.ts'
import { nameOfOwner } from '../inputs/owner.ts'
import { selectsVariables, variableOwner, variableSelection } from '../inputs/variables.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'delete_ci_variables',
  group: 'ci',
  summary: 'Delete many CI/CD variables',
  description:
    'Creates a job that deletes CI/CD variables of a project or group: those that match key_contains and environment_scope, or those in ids (as KEY:scope, or KEY if the key occurs once). Use it to clean up; for one variable, use delete_ci_variable. The job shows a preview, and deletes nothing until you confirm it. Variables that are already gone are skipped. There is no undo: the gateway does not store the values, so they are lost. Returns the job: poll it with jobs_get.',
  permission: 'destructive',
  see_also: ['gitlab_list_ci_variables', 'gitlab_delete_ci_variable'],
  asked_as: {
    en: [
      'clean up the CI settings',
      'remove all old secrets from the pipelines',
      'all the test variables can go',
      'drop every env var of staging',
      'none of these secrets is used any more',
      'get rid of all tokens of the old server',
      'the builds need none of these keys',
      'clear the variables of the review environment'
    ]
  },
  input: Type.Object({ ...variableOwner, ...variableSelection }),
  requires: selectsVariables,
  errors: bulkErrors('variable, project or group', 'Several variables have this key, and the item names no scope; nothing was deleted'),
  examples: [
    {
      name: 'production',
      summary: 'Delete the variables of production: the job shows a preview and waits for confirmation',
      input: { project: 'acme/web', environment_scope: 'production' },
      output: awaitingJob({
        operation: 'gitlab_bulk_delete_ci_variables',
        message: 'Delete the CI/CD variables of acme/web with environment_scope production',
        irreversible: true,
        sample: [{ item_id: 'REGION:production', display_name: 'REGION (production)' }]
      })
    },
    { ...NO_SELECTION, input: { project: 'acme/web' } }
  ],
  message: input => `Delete ${describeSelection(`CI/CD variables of ${nameOfOwner(input)}`, input, Object.keys(variableSelection))}`,
  async prepare(input, call) {
    const { query, owner } = await selectVariables(input, call)
    return { query, action: { owner } }
  },
  ...deletingVariables
})
