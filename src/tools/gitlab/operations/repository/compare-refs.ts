import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { compareRefs } from '../../client/repository/repository.ts'
import { globalErrors } from '../../errors.ts'
import { project } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { flag, untrusted } from '../../schemas/common.ts'
import { Commit, Diff } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'compare_refs',
  group: 'repository',
  summary: 'Get the differences between two branches, tags or commits',
  description:
    'Returns the commits that are in `to` and not in `from`, and the file changes. Use it before a merge request or a release. By default, it compares `to` with the merge base of both, as a merge request does; with straight, it compares both directly. For one commit, use get_commit_diff instead.',
  permission: 'read',
  http: 'GET /repository/compare',
  aliases: ['compare_branches'],
  see_also: ['gitlab_list_commits', 'gitlab_get_commit_diff'],
  asked_as: {
    en: [
      "what's different between main and develop",
      'diff two branches',
      'what changed since the last release',
      'is the feature branch behind main',
      'commits between two tags',
      'is staging ahead of production',
      'commits that are not in main yet',
      'difference between two tags',
      'how far is develop ahead of main',
      "what's in the branch that isn't in main",
      'what changed since the last tag'
    ],
    de: ['zwei Branches vergleichen'],
    es: ['compara dos ramas'],
    fr: ['comparer deux branches'],
    ja: ['ブランチの差分を見せて'],
    pl: ['porównaj dwie gałęzie']
  },
  input: Type.Object({
    project,
    from: refName('Branch, tag or commit to compare with', ['from_ref']),
    to: refName('Branch, tag or commit to compare', ['to_ref']),
    straight: Type.Boolean({
      default: false,
      description: 'true: compare both directly; false: compare `to` with the merge base. Default false'
    })
  }),
  output: Type.Object({
    from: Type.String({ description: 'Branch, tag or commit that it was compared with' }),
    to: Type.String({ description: 'Branch, tag or commit that was compared' }),
    same: flag('true: both are the same commit'),
    incomplete: flag('true: GitLab timed out, so file changes are missing'),
    commits: Type.Array(Commit, { description: 'Commits that `from` does not have, oldest first' }),
    diffs: Type.Array(Diff, { description: 'Changes to each file' }),
    untrusted
  }),
  errors: { ...globalErrors('project, from or to') },
  examples: [
    {
      name: 'branches',
      summary: 'Compare a branch with the default branch',
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
            old_mode: '0',
            new_mode: '100644',
            diff: '@@ -0,0 +1,3 @@\n+:root {\n+  color-scheme: dark;\n+}\n',
            left_out: false
          },
          {
            path: 'src/style.css',
            old_path: 'src/style.css',
            change: 'modified',
            old_mode: '100644',
            new_mode: '100644',
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
