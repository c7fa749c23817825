import { Type } from 'typebox'
import { httpSettings } from '../../contract/http-settings.ts'
import { words } from '../../contract/schema.ts'

const projects = (description: string) =>
  Type.Array(
    Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\s%?#]+$', 'x-form': 'a path, an id, or group/*', description: 'A project' }),
    {
      minItems: 1,
      maxItems: 500,
      description: `${description}: paths as group/name, ids, or group/* for all below a group`
    }
  )

export const settings = Type.Object({
  ...httpSettings(),
  token: Type.String({
    minLength: 1,
    maxLength: 4096,
    pattern: '^\\S+$',
    'x-form': 'without blanks',
    'x-secret': true,
    description: 'Personal, project or group access token, OAuth access token, or CI job token'
  }),
  auth: Type.Optional(
    words(['token', 'oauth', 'job'], {
      description:
        'What kind of token it is. token: personal, project or group access token; oauth: OAuth access token; job: CI job token, which few operations take. Default: by its beginning, else token'
    })
  ),
  default_project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[^\\s%?#]+$',
      'x-form': 'a path as group/name, or an id',
      description: 'Project of calls that name none: its path or id. Absent: each call must name one'
    })
  ),
  projects: Type.Optional(
    projects(
      'The only projects that may be used; what asks for a whole group, or for groups, is refused then, and so is a message of a commit or a text of a merge request by which GitLab would close an issue of another project (by its default pattern; what a merge would close, GitLab tells itself)'
    )
  ),
  projects_by_key: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: 64, description: 'Id of a key of this gateway' }),
        projects: projects('The only projects that this key may use')
      }),
      { maxItems: 1000, description: 'Further limits for single keys of this gateway (config file only). Absent: none' }
    )
  )
})
