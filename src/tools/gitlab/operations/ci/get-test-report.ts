import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getTestReport } from '../../client/ci/reports.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { TestReport } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_test_report',
  group: 'ci',
  summary: 'Get the test report of a pipeline',
  description:
    'Returns how many tests of a pipeline passed, and each failed test with its message. Use it to find failed tests without reading logs. If the pipeline has no JUnit reports, all counts are 0: use get_job_log instead.',
  permission: 'read',
  http: 'GET /pipelines/:pipeline_id/test-report',
  see_also: ['gitlab_get_job_log', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'which tests failed',
      'how many tests are red in the build',
      'stack trace of the failing unit test',
      'test results of the pipeline',
      'which tests broke in the last build',
      'how many tests passed',
      'did all the unit tests succeed',
      'what is red in the tests',
      'why are the tests failing',
      'list of failing test cases',
      'test summary of the build',
      'which test cases failed on main'
    ],
    de: ['welche Tests sind fehlgeschlagen'],
    fr: ['quels tests ont échoué']
  },
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: TestReport,
  errors: { ...globalErrors('pipeline') },
  examples: [
    {
      name: 'failed',
      summary: 'A pipeline with a failed test',
      input: { project: 'acme/web', pipeline_id: 102 },
      output: {
        total_count: 3,
        success_count: 1,
        failed_count: 1,
        skipped_count: 1,
        error_count: 0,
        seconds: 0.30000000000000004,
        failures: [
          {
            suite: 'test',
            name: 'keeps what was typed',
            class_name: 'form',
            status: 'failed',
            seconds: 0.2,
            output: 'Expected "a", got ""'
          }
        ],
        more_failures: 0,
        suite_errors: [],
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Get the test report of the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getTestReport(call.client, input, call)
})
