import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { archiveProject } from '../../client/projects/namespaces.ts'
import { resourceErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'archive_project',
  group: 'projects',
  summary: 'Archive a project',
  description:
    "Archives a project and returns it. Everyone with access can still read the project, but no one can push, create issues or merge requests, or run pipelines. GitLab's default lists omit it. Use it for finished projects; to hide a project, set its visibility with update_project instead. Nothing is lost, and unarchive_project makes the project writable again. Archiving an archived project changes nothing. The token's user needs the Owner role.",
  permission: 'write',
  http: 'POST /projects/archive',
  idempotent: true,
  see_also: ['gitlab_unarchive_project', 'gitlab_get_project'],
  asked_as: {
    en: [
      'freeze the repo',
      'set the repository to read-only',
      'the project is finished, shelve it',
      'retire an old codebase',
      'no one should push to it any more',
      'mothball the old website project',
      'the service was shut down, close its repo',
      'hide a dead repository without deleting it',
      'we are done with this repo'
    ],
    de: ['das Projekt archivieren'],
    fr: ['archiver le projet']
  },
  input: Type.Object({ project }),
  output: Project,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'finished',
      summary: 'A project that is finished',
      tested_elsewhere: 'test/tools/gitlab/archive.test.ts runs it (finished): the project is in the examples of other operations',
      input: { project: 'acme/sandpit' },
      output: {
        id: 4,
        path: 'acme/sandpit',
        name: 'Sandpit',
        description: 'Sandpit of Acme.',
        visibility: 'private',
        default_branch: 'main',
        archived: true,
        topics: [],
        star_count: 0,
        open_issues_count: 0,
        url: 'https://gitlab.example.com/acme/sandpit',
        created_at: '2026-01-09T08:00:00.000Z',
        last_activity_at: '2026-07-28T08:00:00.000Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/no-such' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `Archive ${project ?? 'the default project'}`,
  handler: (input, call) => archiveProject(call.client, input, true, call)
})
