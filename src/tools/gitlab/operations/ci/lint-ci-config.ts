import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { lintConfig } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { project } from '../../inputs.ts'
import { Lint } from '../../schemas/ci.ts'
import { untrusted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'lint_ci_config',
  group: 'ci',
  summary: 'Check a CI configuration',
  description:
    'Answers whether GitLab can run a CI configuration, and what is wrong with it: the text that is given, or what the repository holds. Use it before you commit a change of .gitlab-ci.yml. It runs nothing. To run a pipeline use create_pipeline instead.',
  permission: 'read',
  http: 'POST /ci/lint',
  see_also: ['gitlab_create_pipeline', 'gitlab_get_file'],
  input: Type.Object({
    project,
    content: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000_000, description: 'The configuration, YAML. Absent: the file of the repository' })
    ),
    ref: Type.Optional(refName('Branch or tag that it is for. Absent: the default branch')),
    dry_run_pipeline: Type.Boolean({ default: false, description: 'true: also see whether a pipeline could be made. Default false' })
  }),
  output: Type.Object({ ...Lint.properties, untrusted }),
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'wrong',
      summary: 'A job without a script',
      input: { project: 'acme/web', content: 'build:\n  stage: build\n' },
      output: {
        valid: false,
        errors: ['jobs build config should implement the script:, run:, or trigger: keyword'],
        warnings: [],
        merged_yaml: null,
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing', content: 'a: 1' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `Check a CI configuration for ${project ?? 'the default project'}`,
  handler: async (input, call) => ({ ...(await lintConfig(call.client, input, call)), untrusted: true })
})
