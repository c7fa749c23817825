import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { lintConfig } from '../../client/ci/pipelines.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { Lint } from '../../schemas/ci.ts'
import { untrusted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'lint_ci_config',
  group: 'ci',
  summary: 'Check a CI configuration',
  description:
    'Checks a CI configuration, either the text in content or the configuration file of the repository, and returns whether it is valid, with its errors and warnings. Use it before you commit a change to .gitlab-ci.yml. It starts no pipeline. Keys limited to certain projects cannot use it, because a configuration can include files of other projects. To run a pipeline, use create_pipeline instead.',
  permission: 'read',
  http: 'POST /ci/lint',
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_create_pipeline', 'gitlab_get_file'],
  asked_as: {
    en: [
      'is my .gitlab-ci.yml valid',
      'validate the pipeline definition',
      'syntax errors in the CI file',
      'check the YAML of the pipeline',
      'is there a mistake in the pipeline YAML',
      'will my CI file work',
      'is the ci file correct',
      'why is my yml invalid'
    ],
    de: ['ist meine CI-Konfiguration gültig'],
    es: ['valida la configuración de CI'],
    fr: ['vérifier la configuration CI'],
    ja: ['CI設定を検証'],
    pl: ['sprawdź konfigurację CI']
  },
  input: Type.Object({
    project,
    content: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000_000,
        description: 'CI configuration, YAML. Default: the configuration file of the repository'
      })
    ),
    ref: Type.Optional(refName('Branch or tag. Default: the default branch')),
    dry_run_pipeline: Type.Boolean({ default: false, description: 'true: also simulate the creation of a pipeline. Default false' })
  }),
  output: Type.Object({ ...Lint.properties, untrusted }),
  errors: { ...resourceErrors('project') },
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
