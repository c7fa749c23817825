import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getProject } from '../../client/projects/projects.ts'
import { globalErrors } from '../../errors.ts'
import { full, project } from '../../inputs/common.ts'
import { raw } from '../../schemas/common.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_project',
  core: true,
  group: 'projects',
  summary: 'Get a project',
  description:
    'Returns the path, name, description, visibility, default branch and activity of a project. Use it before you work in a project, or to get its current path after a move: this operation accepts the old path, too. For sizes, use get_project_statistics; for files, list_repository_tree instead.',
  permission: 'read',
  http: 'GET /project',
  aliases: ['get_project'],
  see_also: ['gitlab_list_projects', 'gitlab_get_project_statistics'],
  asked_as: {
    en: [
      'details of a repository',
      'what is this repo about',
      'default branch of a project',
      'is the repo public',
      'clone URL',
      'tell me about a repo',
      'who owns the project',
      'URL to clone',
      'settings of a project',
      "what's the default branch",
      'is the repo private',
      'description of the project',
      'clone address of the repository',
      'what is the default branch of the repo',
      'is the repository public',
      'tell me about the project'
    ]
  },
  input: Type.Object({ project, full }),
  output: Type.Object({ ...Project.properties, raw }),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'by_path',
      summary: 'A project by its path',
      input: { project: 'acme/web' },
      output: {
        id: 1,
        path: 'acme/web',
        name: 'Web',
        description: 'Web of Acme.',
        visibility: 'private',
        default_branch: 'main',
        archived: false,
        topics: ['site'],
        star_count: 3,
        open_issues_count: 36,
        url: 'https://gitlab.example.com/acme/web',
        created_at: '2026-01-06T08:00:00.000Z',
        last_activity_at: '2026-07-25T08:00:00.000Z',
        raw: null
      }
    },
    {
      name: 'by_id',
      summary: 'A project by its ID',
      input: { project: '1' },
      output: {
        id: 1,
        path: 'acme/web',
        name: 'Web',
        description: 'Web of Acme.',
        visibility: 'private',
        default_branch: 'main',
        archived: false,
        topics: ['site'],
        star_count: 3,
        open_issues_count: 36,
        url: 'https://gitlab.example.com/acme/web',
        created_at: '2026-01-06T08:00:00.000Z',
        last_activity_at: '2026-07-25T08:00:00.000Z',
        raw: null
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => (project === undefined ? 'Get the default project' : `Get the project ${project}`),
  handler: (input, call) => getProject(call.client, input, call)
})
