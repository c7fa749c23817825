import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { archiveProject } from '../../client/projects/namespaces.ts'
import { resourceErrors } from '../../errors.ts'
import { DOTFILES } from '../../examples.ts'
import { project } from '../../inputs/common.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'unarchive_project',
  group: 'projects',
  summary: 'Restore an archived project',
  description:
    "Makes an archived project writable again and returns it. Use it when work on the project resumes; its pipeline schedules then run again. It cannot restore a deleted project. Unarchiving a project that is not archived changes nothing. The token's user needs the Owner role.",
  permission: 'write',
  http: 'POST /projects/unarchive',
  idempotent: true,
  see_also: ['gitlab_archive_project', 'gitlab_get_project'],
  asked_as: {
    en: [
      'reactivate the old repo',
      'we work on the archived project again',
      'allow pushes to a frozen repository again',
      'get the project back from the archive',
      'the retired service is needed again',
      'take the codebase out of the archive',
      'the repo should no longer be read-only',
      'revive the old website project',
      'undo the archiving of the repository'
    ],
    de: ['das archivierte Projekt wieder öffnen'],
    fr: ['désarchiver le projet']
  },
  input: Type.Object({ project }),
  output: Project,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'active',
      summary: 'A project that is not archived stays as it is',
      input: { project: 'sam/dotfiles' },
      output: DOTFILES
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/no-such' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `Restore ${project ?? 'the default project'} from the archive`,
  handler: (input, call) => archiveProject(call.client, input, false, call)
})
