import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateProject } from '../../client/projects/namespaces.ts'
import { resourceErrors } from '../../errors.ts'
import { LONG_TEXT_BODY, labelName, longText, project, publicIsDestructive, title } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { Project } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_project',
  group: 'projects',
  summary: 'Update the settings of a project',
  description:
    'Updates the name, description, default branch, visibility, topics or merge settings of a project and returns it; properties that you omit stay unchanged. Use it to change settings, not content. Making the project public or internal needs confirmation and cannot be fully undone: others may copy the content before you make it private again.',
  permission: publicIsDestructive,
  http: 'PATCH /projects',
  idempotent: true,
  max_body: LONG_TEXT_BODY,
  requires: [
    atLeastOne(
      'name',
      'description',
      'default_branch',
      'visibility',
      'topics',
      'merge_method',
      'squash_option',
      'only_allow_merge_if_pipeline_succeeds',
      'only_allow_merge_if_all_discussions_are_resolved',
      'remove_source_branch_after_merge',
      'ci_config_path'
    )
  ],
  see_also: ['gitlab_get_project', 'gitlab_list_branches'],
  asked_as: {
    en: [
      'change the default branch to main',
      'rename the repo',
      'make the project private',
      'require green pipelines before a merge',
      'set the topics of a repository',
      'the repo needs a new name',
      'everyone should be able to see the code',
      'hide the repository from others',
      'squash commits by default',
      'master should become main',
      'merge only when the build is green',
      'correct the description of the repository',
      'delete branches after a merge by default'
    ]
  },
  input: Type.Object({
    project,
    name: Type.Optional(title('New name')),
    description: Type.Optional(longText('New description. It replaces the whole text')),
    default_branch: Type.Optional(refName('New default branch, which must exist')),
    visibility: Type.Optional(
      stringEnum(['private', 'internal', 'public'], {
        description: 'Visibility. private: members; internal: logged-in users; public: everyone'
      })
    ),
    topics: Type.Optional(Type.Array(labelName('Topic'), { maxItems: 50, description: 'New topics, which replace all existing ones' })),
    merge_method: Type.Optional(
      stringEnum(['merge', 'rebase_merge', 'ff'], {
        description: 'merge: merge commit; rebase_merge: merge commit after a rebase; ff: fast-forward without merge commit'
      })
    ),
    squash_option: Type.Optional(
      stringEnum(['never', 'always', 'default_on', 'default_off'], {
        description: 'Squashing of commits; default_on and default_off: each merge request may differ'
      })
    ),
    only_allow_merge_if_pipeline_succeeds: Type.Optional(Type.Boolean({ description: 'true: a merge needs a successful pipeline' })),
    only_allow_merge_if_all_discussions_are_resolved: Type.Optional(
      Type.Boolean({ description: 'true: a merge needs all threads to be resolved' })
    ),
    remove_source_branch_after_merge: Type.Optional(
      Type.Boolean({ description: 'true: by default, source branches are deleted after a merge' })
    ),
    ci_config_path: Type.Optional(Type.String({ maxLength: 255, description: 'Path of the CI configuration; empty: .gitlab-ci.yml' }))
  }),
  output: Project,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'settings',
      summary: 'Merge only after a successful pipeline',
      input: {
        project: 'acme/platform/tools',
        description: 'For experiments.',
        topics: ['demo'],
        only_allow_merge_if_pipeline_succeeds: true
      },
      output: {
        id: 2,
        path: 'acme/platform/tools',
        name: 'Tools',
        description: 'For experiments.',
        visibility: 'internal',
        default_branch: 'main',
        archived: false,
        topics: ['demo'],
        star_count: 0,
        open_issues_count: 0,
        url: 'https://gitlab.example.com/acme/platform/tools',
        created_at: '2026-01-07T08:00:00.000Z',
        last_activity_at: '2026-11-26T16:53:47.240Z'
      }
    },
    {
      name: 'branch',
      summary: 'A branch that does not exist',
      input: { project: 'acme/platform/tools', default_branch: 'no/such' },
      error: { reason: 'upstream_refused' }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { project: 'acme/platform/tools' },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ project, visibility }) =>
    `Update ${project ?? 'the default project'}${visibility === undefined ? '' : `, visibility ${visibility}`}`,
  handler: (input, call) => updateProject(call.client, input, call)
})
