import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { forkProject } from '../../client/projects/namespaces.ts'
import { resourceErrors } from '../../errors.ts'
import { groupName, LONG_TEXT_BODY, longText, project, publicIsDestructive, title } from '../../inputs/common.ts'
import { NewProject } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'fork_project',
  group: 'projects',
  summary: 'Create a fork of a project',
  description:
    "Creates a fork of a project in the namespace of the token's user or in a group, and returns it. Use it to propose changes to a project to which you cannot push: commit to the fork, then create a merge request. Setting visibility to public or internal needs confirmation and cannot be fully undone: others may copy the content before you make it private again. GitLab copies the repository after the response. The call is refused if the gateway or your key allows only certain projects.",
  permission: publicIsDestructive,
  http: 'POST /projects/fork',
  success: [201],
  max_body: LONG_TEXT_BODY,
  see_also: ['gitlab_get_project', 'gitlab_create_merge_request'],
  asked_as: {
    en: [
      'create my own copy of the repo',
      'fork the repository',
      'clone the project into our group',
      'I want to try something without touching the original repo',
      'get me a private copy of their code',
      'start from the template repository',
      'contribute to a project that I may not push to',
      'duplicate the repository under my name',
      'copy their repo into our team',
      'base the new service on the starter repo'
    ]
  },
  input: Type.Object({
    project,
    namespace: Type.Optional(groupName("Group of the fork. Default: the token's user")),
    name: Type.Optional(title('Name. Default: that of the project')),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[A-Za-z0-9_][\\w.-]*$',
        'x-form': 'letters, digits, and - _ .',
        description: 'Last part of the path. Default: that of the project'
      })
    ),
    description: Type.Optional(longText('Description')),
    visibility: Type.Optional(stringEnum(['private', 'internal', 'public'], { description: 'Visibility. Default: that of the project' }))
  }),
  output: NewProject,
  errors: { ...resourceErrors('project or group'), already_exists: 'The path is already in use' },
  examples: [
    {
      name: 'own',
      summary: 'Fork a project into the namespace of the user',
      input: { project: 'acme/sandpit', name: 'My sandpit', path: 'my-sandpit' },
      output: {
        id: 1105,
        path: 'sam/my-sandpit',
        name: 'My sandpit',
        description: 'Sandpit of Acme.',
        visibility: 'private',
        default_branch: 'main',
        archived: false,
        topics: [],
        star_count: 0,
        open_issues_count: 0,
        url: 'https://gitlab.example.com/sam/my-sandpit',
        created_at: '2026-11-26T16:42:25.807Z',
        last_activity_at: '2026-11-26T16:42:25.807Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project, namespace, visibility }) =>
    `Fork ${project ?? 'the default project'}${namespace === undefined ? '' : ` into ${namespace}`}${visibility === undefined ? '' : `, visibility ${visibility}`}`,
  handler: (input, call) => forkProject(call.client, input, call)
})
