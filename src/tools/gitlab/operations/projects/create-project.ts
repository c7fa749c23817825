import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { words } from '../../../../contract/schema.ts'
import { brief } from '../../../../lib/format.ts'
import { createProject } from '../../client/projects.ts'
import { MISSING } from '../../failures.ts'
import { idOf, longText, title } from '../../inputs.ts'
import { NewProject } from '../../schemas/projects.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_project',
  group: 'projects',
  summary: 'Make a project',
  description:
    'Makes a new project, in the name space of the user of the token or in a group, and answers it. Use it to begin something new. Two equal calls make no second one: the path is taken, and that is answered 409. It is refused where only some projects may be used.',
  permission: 'write',
  http: 'POST /projects',
  success: [201],
  aliases: ['create_project'],
  see_also: ['gitlab_list_projects', 'gitlab_get_project'],
  input: Type.Object({
    name: title('Its name'),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[A-Za-z0-9_][\\w.-]*$',
        'x-form': 'letters, digits, and - _ .',
        description: 'Last part of its path. Absent: made from the name'
      })
    ),
    namespace_id: Type.Optional(idOf('group or user whose it shall be. Absent: the user of the token')),
    description: Type.Optional(longText('What it is about')),
    visibility: Type.Optional(
      words(['private', 'internal', 'public'], { description: 'Who sees it. Absent: as the server is set, mostly private' })
    ),
    initialize_with_readme: Type.Boolean({
      default: false,
      description: 'true: with a first commit, so that there is a branch. Default false'
    })
  }),
  output: NewProject,
  errors: {
    already_exists: 'The path is taken',
    cannot_be_honoured: MISSING('project').cannot_be_honoured,
    upstream_not_found: 'The group does not exist, or this token cannot see it'
  },
  examples: [
    {
      name: 'new',
      summary: "A private project of one's own",
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
    { name: 'no_name', summary: 'A name is needed', input: { path: 'x' }, error: { reason: 'missing_required_field' } }
  ],
  message: ({ name }) => `Make the project ${brief(name)}`,
  handler: (input, call) => createProject(call.client, input, call)
})
