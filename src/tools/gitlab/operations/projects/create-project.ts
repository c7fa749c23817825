import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { createProject } from '../../client/projects/projects.ts'
import { globalErrors } from '../../errors.ts'
import { adjectiveOf, idOf, LONG_TEXT_BODY, longText, publicIsDestructive, title } from '../../inputs/common.ts'
import { NewProject } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_project',
  group: 'projects',
  summary: 'Create a project',
  description:
    "Creates a project in the namespace of the token's user or in a group, and returns it. Use it for a new repository; to copy an existing one, use fork_project instead. Making it public or internal needs confirmation and cannot be fully undone: others may copy the content before you make it private again. A second identical call is refused with 409, because the path is in use. Every call is refused if the gateway allows only certain projects.",
  permission: publicIsDestructive,
  http: 'POST /projects',
  max_body: LONG_TEXT_BODY,
  success: [201],
  aliases: ['create_project'],
  see_also: ['gitlab_list_projects', 'gitlab_get_project'],
  asked_as: {
    en: [
      'set up a new repository',
      'start a repo',
      'create a git project',
      'I need a fresh codebase',
      'new repo for the website',
      'make an empty git project',
      'set up a fresh repo',
      'I need a repository for the demo',
      'start a fresh repo',
      'we need a new repository for the shop',
      'set up a place for the new code'
    ],
    de: ['ein neues Repository anlegen'],
    es: ['crea un repositorio'],
    fr: ['créer un dépôt'],
    ja: ['新しいリポジトリを作成'],
    pl: ['załóż nowe repozytorium']
  },
  input: Type.Object({
    name: title('Name'),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[A-Za-z0-9_][\\w.-]*$',
        'x-form': 'letters, digits, and - _ .',
        description: 'Last part of the path. Default: derived from the name'
      })
    ),
    namespace_id: Type.Optional(idOf("group or user namespace. Default: that of the token's user")),
    description: Type.Optional(longText('Description')),
    visibility: Type.Optional(
      stringEnum(['private', 'internal', 'public'], { description: "Visibility. Default: the server's setting, usually private" })
    ),
    initialize_with_readme: Type.Boolean({
      default: false,
      description: 'true: create a first commit with a README, so that there is a branch. Default false'
    })
  }),
  output: NewProject,
  errors: { ...globalErrors('namespace'), already_exists: 'The path is already in use' },
  examples: [
    {
      name: 'new',
      summary: 'A private project',
      input: { name: 'Try out', visibility: 'private', initialize_with_readme: true },
      output: {
        id: 1085,
        path: 'sam/try-out',
        name: 'Try out',
        description: '',
        visibility: 'private',
        default_branch: 'main',
        archived: false,
        topics: [],
        star_count: 0,
        open_issues_count: 0,
        url: 'https://gitlab.example.com/sam/try-out',
        created_at: '2026-11-22T07:01:18.264Z',
        last_activity_at: '2026-11-22T07:01:18.264Z'
      }
    },
    { name: 'no_name', summary: 'A name is required', input: { path: 'x' }, error: { reason: 'missing_required_field' } }
  ],
  message: ({ name, visibility }) => `Create the ${adjectiveOf(visibility)}project ${brief(name)}`,
  handler: (input, call) => createProject(call.client, input, call)
})
