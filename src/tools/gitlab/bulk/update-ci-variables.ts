import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { atLeastOne } from '../../../contract/requires.ts'
import { selectVariables, updatingVariables } from '../client/bulk/variables.ts'
import { bulkErrors, describeSelection, NO_SELECTION } from '../inputs/bulk.ts'
import { nameOfOwner } from '../inputs/owner.ts'
import { describeFlags, flagsIn, selectsVariables, variableFlags, variableOwner, variableSelection } from '../inputs/variables.ts'
import { gitlab } from '../tool.ts'

export default defineBulk(gitlab, {
  name: 'update_ci_variables',
  group: 'ci',
  summary: 'Update the settings of many CI/CD variables',
  description:
    'Creates a job that updates the settings (masked, protected, raw) of CI/CD variables of a project or group: those that match key_contains and environment_scope, or those in ids (as KEY:scope, or KEY if the key occurs once). Their values stay, and are never returned or stored. Use it to hide many secrets in logs at once; to set values, use bulk_set_ci_variables, and for one variable, set_ci_variable. A variable whose value GitLab cannot mask fails. The job shows a preview, and changes nothing until you confirm it. Undo restores the previous settings, except for variables that another user has changed since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_ci_variables', 'gitlab_set_ci_variable', 'gitlab_bulk_set_ci_variables'],
  asked_as: {
    en: [
      'mask all our CI secrets',
      'hide every token in the build logs',
      'protect all deploy variables',
      'only protected branches should get the secrets',
      'all the passwords of the pipelines must be masked',
      'set every key of the CI settings to protected',
      'the env vars should work on all branches again',
      'none of the secrets may show up in the logs'
    ]
  },
  input: Type.Object({ ...variableOwner, ...variableSelection, ...variableFlags }),
  requires: [...selectsVariables, atLeastOne('masked', 'protected', 'raw')],
  errors: bulkErrors(
    'variable, project or group',
    'Several variables have this key, and the item names no scope (for undo: another user changed the variable); it was left unchanged'
  ),
  examples: [
    {
      name: 'protect',
      summary: 'Protect the variables of production: the job shows a preview and waits for confirmation',
      input: { project: 'acme/web', environment_scope: 'production', protected: true },
      output: awaitingJob({
        operation: 'gitlab_bulk_update_ci_variables',
        message: 'Update the CI/CD variables of acme/web with environment_scope production: protected',
        undoable: true,
        sample: [{ item_id: 'REGION:production', display_name: 'REGION (production)' }]
      })
    },
    { ...NO_SELECTION, input: { project: 'acme/web', protected: true } }
  ],
  message: input =>
    `Update ${describeSelection(`CI/CD variables of ${nameOfOwner(input)}`, input, Object.keys(variableSelection))}: ${describeFlags(flagsIn(input))}`,
  async prepare(input, call) {
    const { query, owner } = await selectVariables(input, call)
    return { query, action: { owner, flags: flagsIn(input) } }
  },
  ...updatingVariables
})
