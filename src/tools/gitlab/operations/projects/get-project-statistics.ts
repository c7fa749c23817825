import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getStatistics } from '../../client/projects.ts'
import { MISSING } from '../../failures.ts'
import { project } from '../../inputs.ts'
import { count, flag } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_project_statistics',
  group: 'projects',
  summary: 'Get commits, sizes and counts of a project',
  description:
    'Answers how many commits a project has, how large its repository, artifacts and files are, and its stars, forks and open issues. Use it to judge a project; the token needs at least the role reporter, else the sizes are null. For the rest use get_project instead.',
  permission: 'read',
  http: 'GET /project/statistics',
  aliases: ['get_project_statistics'],
  see_also: ['gitlab_get_project'],
  input: Type.Object({ project }),
  output: Type.Object({
    project: Type.String({ description: 'Its path' }),
    commit_count: count('Commits'),
    repository_bytes: count('Size of the repository'),
    storage_bytes: count('Size of all'),
    artifacts_bytes: count('Size of artifacts of jobs'),
    lfs_bytes: count('Size of large files'),
    wiki_bytes: count('Size of the wiki'),
    star_count: count('Stars'),
    forks_count: count('Forks'),
    open_issues_count: count('Open issues'),
    empty: flag('true: it has no commit')
  }),
  errors: { ...MISSING('project') },
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
