import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { compareRefs } from '../../client/repository.ts'
import { MISSING } from '../../failures.ts'
import { refName } from '../../file-inputs.ts'
import { project } from '../../inputs.ts'
import { flag, untrusted } from '../../schemas/common.ts'
import { Commit, Diff } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'compare_refs',
  group: 'repository',
  summary: 'Compare two branches, tags or commits',
  description:
    'Answers the commits that the one has and the other lacks, and the changes of files. Use it before a merge request or a release. By default against the commit where the two parted, as a merge request does; straight compares both as they are. For one commit use get_commit_diff instead.',
  permission: 'read',
  http: 'GET /repository/compare',
  aliases: ['compare_branches'],
  see_also: ['gitlab_list_commits', 'gitlab_get_commit_diff'],
  input: Type.Object({
    project,
    from: refName('Branch, tag or commit to compare with', ['from_ref']),
    to: refName('Branch, tag or commit that is compared', ['to_ref']),
    straight: Type.Boolean({ default: false, description: 'true: both as they are; false: from where they parted. Default false' })
  }),
  output: Type.Object({
    from: Type.String({ description: 'What was compared with' }),
    to: Type.String({ description: 'What was compared' }),
    same: flag('true: both are the same commit'),
    incomplete: flag('true: GitLab gave up before the end'),
    commits: Type.Array(Commit, { description: 'Commits that from lacks, the eldest first' }),
    diffs: Type.Array(Diff, { description: 'What changed in each file' }),
    untrusted
  }),
  errors: { ...MISSING('project or one of the two') },
  examples: [
    {
      name: 'branches',
      summary: 'A branch with the default one',
      input: { project: 'acme/web', from: 'main', to: 'feature/dark-mode' },
      output: {
        from: 'main',
        to: 'feature/dark-mode',
        same: false,
        incomplete: false,
        commits: [
          {
            id: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            title: 'Add a dark mode',
            message: 'Add a dark mode\n',
            author_name: 'Chen Wei',
            author_email: 'chen@example.com',
            parents: ['e51db501890941b56fc97f9977285c32c299aea8'],
            additions: null,
            deletions: null,
            url: 'https://gitlab.example.com/acme/web/-/commit/a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            authored_at: '2026-01-11T08:00:00.000Z',
            committed_at: '2026-01-11T08:00:00.000Z'
          }
        ],
        diffs: [
          {
            path: 'src/dark.css',
            old_path: 'src/dark.css',
            change: 'added',
            diff: '@@ -0,0 +1,3 @@\n+:root {\n+  color-scheme: dark;\n+}\n',
            left_out: false
          },
          {
            path: 'src/style.css',
            old_path: 'src/style.css',
            change: 'modified',
            diff: '@@ -1,3 +1,4 @@\n body {\n   margin: 0;\n+  background: black;\n }\n',
            left_out: false
          }
        ],
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A branch that does not exist',
      input: { project: 'acme/web', from: 'main', to: 'no/such' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ from, to, project }) => `Compare ${from} and ${to} of ${project ?? 'the default project'}`,
  handler: (input, call) => compareRefs(call.client, input, call)
})
