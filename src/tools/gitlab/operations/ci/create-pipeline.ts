import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { words } from '../../../../contract/schema.ts'
import { createPipeline } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { project } from '../../inputs.ts'
import { NewPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_pipeline',
  group: 'ci',
  summary: 'Run a pipeline for a branch or tag',
  description:
    'Starts a pipeline, with variables if it needs some, and answers it. Use it to run the jobs of a branch without a push. It runs what the repository says, which may deploy. Two equal calls run two pipelines. To run failed jobs again use retry_pipeline instead.',
  permission: 'write',
  http: 'POST /pipelines',
  success: [201],
  aliases: ['create_pipeline'],
  see_also: ['gitlab_get_pipeline', 'gitlab_retry_pipeline'],
  input: Type.Object({
    project,
    ref: refName('Branch or tag to run it for'),
    variables: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.String({
            minLength: 1,
            maxLength: 255,
            pattern: '^[A-Za-z0-9_]+$',
            'x-form': 'letters, digits and _',
            description: 'Its name'
          }),
          value: Type.String({ maxLength: 10_000, description: 'Its value' }),
          variable_type: Type.Optional(
            words(['env_var', 'file'], {
              description: 'file: the value is put into a file, and the variable holds its path. Default env_var'
            })
          )
        }),
        { maxItems: 100, 'x-secret': true, description: 'Variables for its jobs' }
      )
    )
  }),
  output: NewPipeline,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'branch',
      summary: 'For the default branch',
      input: { project: 'acme/playground', ref: 'main' },
      output: {
        id: 1105,
        project_id: 3,
        status: 'running',
        ref: 'main',
        source: 'api',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: '4e801005ccf719fcc16316d8acdb9af8058374a9',
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
