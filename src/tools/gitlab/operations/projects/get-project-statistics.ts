import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getStatistics } from '../../client/projects/projects.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { count, flag } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_project_statistics',
  group: 'projects',
  summary: 'Get the statistics of a project: commits, sizes and counts',
  description:
    'Returns the number of commits, the sizes of the repository, wiki, job artifacts and Git LFS files, and the number of stars, forks and open issues of a project. Use it to assess a project. Without at least the Reporter role, commit_count and the sizes are null. For other details, use get_project instead.',
  permission: 'read',
  http: 'GET /project/statistics',
  aliases: ['get_project_statistics'],
  see_also: ['gitlab_get_project'],
  asked_as: {
    en: [
      'how big is the repository',
      'how many commits does the repo have',
      'storage used by a project',
      'repo size',
      'number of commits in the repo',
      'how much space does the project use',
      'how large is our repository',
      'how often is it cloned',
      'how many megabytes does the repo take up',
      'how large is the repository'
    ]
  },
  input: Type.Object({ project }),
  output: Type.Object({
    project: Type.String({ description: 'Path of the project' }),
    commit_count: count('Number of commits'),
    repository_bytes: count('Size of the repository in bytes'),
    storage_bytes: count('Total size in bytes'),
    artifacts_bytes: count('Size of job artifacts in bytes'),
    lfs_bytes: count('Size of Git LFS files in bytes'),
    wiki_bytes: count('Size of the wiki in bytes'),
    star_count: count('Number of stars'),
    forks_count: count('Number of forks'),
    open_issues_count: count('Number of open issues'),
    empty: flag('true: the repository has no commits')
  }),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'by_path',
      summary: 'A project by its path',
      input: { project: 'acme/web' },
      output: {
        project: 'acme/web',
        commit_count: 42,
        repository_bytes: 43008,
        storage_bytes: 86016,
        artifacts_bytes: 43008,
        lfs_bytes: 0,
        wiki_bytes: 0,
        star_count: 3,
        forks_count: 0,
        open_issues_count: 36,
        empty: false
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `Get the statistics of ${project ?? 'the default project'}`,
  handler: ({ project }, call) => getStatistics(call.client, project, call)
})
