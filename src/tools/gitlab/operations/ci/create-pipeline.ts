import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { createPipeline } from '../../client/ci/pipelines.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { variableKey } from '../../inputs/variables.ts'
import { NewPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_pipeline',
  group: 'ci',
  summary: 'Run a pipeline for a branch or tag',
  description:
    "Creates and runs a pipeline for a branch or tag, with optional variables, and returns it. Use it to run the jobs of a branch without a push. The pipeline runs the jobs that the repository's CI configuration defines, which may deploy. Calling it twice runs two pipelines. To run failed jobs again, use retry_pipeline instead.",
  permission: 'write',
  http: 'POST /pipelines',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_pipeline'],
  see_also: ['gitlab_get_pipeline', 'gitlab_retry_pipeline'],
  asked_as: {
    en: [
      'start a build',
      'trigger CI',
      'run the pipeline on main',
      'kick off the tests',
      'deploy the branch',
      'build the main branch now',
      'run CI again on a tag with variables',
      'start a deployment from a branch',
      'kick off CI on the branch',
      'build develop now',
      'run the tests on my branch in GitLab'
    ],
    de: ['eine Pipeline starten', 'einen Build anstoßen'],
    es: ['lanza una pipeline', 'inicia un build'],
    fr: ['lancer un pipeline', 'démarrer un build'],
    ja: ['パイプラインを実行', 'ビルドを開始'],
    pl: ['uruchom potok', 'odpal build']
  },
  input: Type.Object({
    project,
    ref: refName('Branch or tag'),
    variables: Type.Optional(
      Type.Array(
        Type.Object({
          key: variableKey,
          value: Type.String({ maxLength: 10_000, description: 'Value' }),
          variable_type: Type.Optional(
            stringEnum(['env_var', 'file'], {
              description: 'file: the value is written to a file, and the variable contains its path. Default env_var'
            })
          )
        }),
        { maxItems: 100, 'x-secret': true, description: 'Variables for the jobs' }
      )
    )
  }),
  output: NewPipeline,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'branch',
      summary: 'Run a pipeline for the default branch',
      input: { project: 'acme/playground', ref: 'main' },
      output: {
        id: 1105,
        project_id: 3,
        name: null,
        status: 'running',
        ref: 'main',
        source: 'api',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: '4e801005ccf719fcc16316d8acdb9af8058374a9',
        coverage: null,
        yaml_errors: null,
        duration: null,
        created_at: '2026-11-22T08:22:06.835Z',
        updated_at: '2026-11-22T08:22:06.835Z',
        started_at: '2026-11-22T08:22:06.835Z',
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/pipelines/1105'
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing', ref: 'main' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ ref, project }) => `Run a pipeline for ${ref} of ${project ?? 'the default project'}`,
  handler: (input, call) => createPipeline(call.client, input, call)
})
