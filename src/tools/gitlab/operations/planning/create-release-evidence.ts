import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createEvidence } from '../../client/planning/releases.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { tagName } from '../../inputs/planning.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_release_evidence',
  group: 'planning',
  summary: 'Create evidence for a release',
  description:
    'Queues a snapshot of a release, its milestones and their issues, which GitLab records as evidence after the response. Use it for audits. Each call adds a snapshot. To publish a release, use create_release instead.',
  permission: 'write',
  http: 'POST /releases/:tag/evidence',
  success: [201],
  see_also: ['gitlab_get_release'],
  asked_as: {
    en: [
      'collect proof of the release',
      'audit snapshot of a version',
      'record what is in the release',
      'the auditors want proof of what we shipped',
      'freeze what belongs to version 2',
      'compliance needs a record of the release',
      'prove what was in the version we delivered',
      'take a snapshot of the release for the audit',
      'document the release for the inspectors'
    ]
  },
  input: Type.Object({ project, tag: tagName }),
  output: Type.Object({
    tag: Type.String({ description: 'Tag' }),
    queued: Type.Boolean({ description: 'true: GitLab will record the evidence' })
  }),
  errors: { ...resourceErrors('release') },
  examples: [
    {
      name: 'one',
      summary: 'Evidence of a release',
      input: { project: 'acme/playground', tag: 'v1.0' },
      output: { tag: 'v1.0', queued: true }
    },
    {
      name: 'unknown',
      summary: 'A release that does not exist',
      input: { project: 'acme/playground', tag: 'v9' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ tag, project }) => `Create evidence of the release ${tag} of ${project ?? 'the default project'}`,
  handler: (input, call) => createEvidence(call.client, input, call)
})
