import { Type } from 'typebox'
import { httpSettings } from '../../contract/http-settings.ts'
import { MAX_CREDENTIAL } from '../../contract/principal.ts'
import { stringEnum } from '../../contract/schema.ts'

const secret = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, pattern: '^\\S+$', 'x-form': 'without spaces', 'x-secret': true, description })
  )

/** Maximum number of spaces in one query to Confluence. */
const MAX_SPACES = 250

const spaceKeys = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: MAX_SPACES, description })

export const settings = Type.Object({
  ...httpSettings(),
  type: Type.Optional(
    stringEnum(['cloud', 'datacenter', 'server'], {
      description:
        'Deployment; server means Data Center. Default: cloud if the host is atlassian.net or another domain of Atlassian Cloud, else server'
    })
  ),
  auth: Type.Optional(
    stringEnum(['basic', 'scoped', 'oauth', 'pat', 'password'], {
      description:
        'How to authenticate. basic: email address and API token (Cloud); scoped: email address and scoped API token through the API gateway of Atlassian; oauth: bearer token and cloud_id; pat: personal access token (Data Center); password: user and password (Data Center). Default: depends on which settings are present'
    })
  ),
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 320,
      'x-identity': true,
      description: 'Email address of the account that owns the API token (Cloud)'
    })
  ),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 320, 'x-identity': true, description: 'Username (Data Center)' })),
  token: secret('API token, OAuth access token or personal access token'),
  password: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, 'x-secret': true, description: 'Password of the user (Data Center)' })
  ),
  cloud_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,64}$',
      'x-form': 'of letters, digits and hyphens',
      'x-identity': true,
      description: 'ID of the Cloud site, for scoped and oauth'
    })
  ),
  spaces: Type.Optional(spaceKeys('Keys of the only spaces that may be used. Default: all spaces that the account can see')),
  spaces_by_key: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: MAX_CREDENTIAL, description: 'ID of a key of this gateway, or jwt:<issuer>' }),
        spaces: spaceKeys('Keys of the only spaces that this key may use')
      }),
      { maxItems: 1000, description: 'Additional limits per key of this gateway (config file only). Default: none' }
    )
  )
})
