import { Type } from 'typebox'
import { httpSettings } from '../../contract/http-settings.ts'
import { MAX_CREDENTIAL } from '../../contract/principal.ts'
import { stringEnum } from '../../contract/schema.ts'

const projects = (description: string) =>
  Type.Array(
    Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\s%?#]+$', 'x-form': 'a path, an ID, or group/*', description: 'A project' }),
    {
      minItems: 1,
      maxItems: 500,
      description: `${description}: paths such as group/name, IDs, or group/* for every project in a group and its subgroups`
    }
  )

export const settings = Type.Object({
  ...httpSettings(),
  token: Type.String({
    minLength: 1,
    maxLength: 4096,
    pattern: '^\\S+$',
    'x-form': 'without spaces',
    'x-secret': true,
    description: 'Personal, project or group access token, OAuth access token, or CI job token'
  }),
  auth: Type.Optional(
    stringEnum(['token', 'oauth', 'job'], {
      description:
        'Type of the token. token: personal, project or group access token; oauth: OAuth access token; job: CI job token, which few operations accept. Default: job if the token begins with glcbt-, else token'
    })
  ),
  default_project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[^\\s%?#]+$',
      'x-form': 'a path such as group/name, or an ID',
      description: 'Default project: its path or ID. Default: none; each call must name a project'
    })
  ),
  projects: Type.Optional(
    projects(
      'The only projects that may be used. Operations on groups are then refused, and so is a commit message or merge request text that would make GitLab close an issue of another project (checked by its default pattern; before a merge, GitLab itself lists the issues that it would close)'
    )
  ),
  projects_by_key: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: MAX_CREDENTIAL, description: 'ID of a key of this gateway, or jwt:<issuer>' }),
        projects: projects('The only projects that this key may use')
      }),
      { maxItems: 1000, description: 'Further limits for individual keys of this gateway (config file only). Default: none' }
    )
  )
})
