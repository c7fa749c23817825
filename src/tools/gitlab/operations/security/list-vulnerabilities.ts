import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listVulnerabilities } from '../../client/security/vulnerabilities.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { Vulnerability } from '../../schemas/security.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_vulnerabilities',
  group: 'security',
  summary: 'List the vulnerabilities of a project',
  description:
    'Returns what the security scanners of a project found, with severity, state and location. Use it for an overview, or to find the most severe vulnerabilities. For the solution to a vulnerability, use get_vulnerability instead. Needs GitLab Ultimate.',
  permission: 'read',
  http: 'GET /vulnerabilities',
  list: true,
  see_also: ['gitlab_get_vulnerability', 'gitlab_set_vulnerability_state'],
  asked_as: {
    en: [
      'security holes in the repo',
      'critical CVEs of the project',
      'which dependencies are unsafe',
      'leaked secrets found by the scanner',
      'is our code safe',
      'what did the security scan find',
      'are we affected by the new CVE',
      'all open alerts with high severity',
      'holes in our dependencies',
      'did someone commit a password',
      'how many weaknesses are open'
    ]
  },
  input: Type.Object({
    project,
    state: Type.Optional(
      Type.Array(stringEnum(['detected', 'confirmed', 'resolved', 'dismissed'], { description: 'State' }), {
        minItems: 1,
        maxItems: 4,
        description: 'Only vulnerabilities in these states. Default: all'
      })
    ),
    severity: Type.Optional(
      Type.Array(stringEnum(['critical', 'high', 'medium', 'low', 'info', 'unknown'], { description: 'Severity' }), {
        minItems: 1,
        maxItems: 6,
        description: 'Only vulnerabilities of these severities'
      })
    ),
    report_type: Type.Optional(
      Type.Array(
        stringEnum(
          [
            'sast',
            'dependency_scanning',
            'container_scanning',
            'dast',
            'secret_detection',
            'coverage_fuzzing',
            'api_fuzzing',
            'cluster_image_scanning',
            'generic'
          ],
          { description: 'Kind of scanner' }
        ),
        { minItems: 1, maxItems: 9, description: 'Only vulnerabilities found by these kinds of scanners' }
      )
    )
  }),
  output: listOf(Vulnerability, { untrusted }),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'critical',
      summary: 'Critical vulnerabilities',
      input: { project: 'acme/web', severity: ['critical'] },
      output: {
        items: [
          {
            id: 12,
            title: 'Command injection in lodash',
            state: 'detected',
            severity: 'critical',
            report_type: 'dependency_scanning',
            identifier: 'CVE-2021-23337',
            file: 'package-lock.json',
            line: null,
            dependency: 'lodash 4.17.20',
            project: 'acme/web',
            detected_at: '2026-03-21T08:00:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/security/vulnerabilities/12'
          }
        ],
        next_cursor: null,
        total: null,
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the vulnerabilities of ${project ?? 'the default project'}`,
  handler: (input, call) => listVulnerabilities(call.client, input, call)
})
