import { Type } from 'typebox'
import { httpSettings } from '../../contract/http-settings.ts'
import { words } from '../../contract/schema.ts'

const secret = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, pattern: '^\\S+$', 'x-form': 'without blanks', 'x-secret': true, description })
  )

/** Confluence takes no more in one question. */
const MOST_SPACES = 250

const spaceKeys = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: MOST_SPACES, description })

export const settings = Type.Object({
  ...httpSettings(),
  type: Type.Optional(
    words(['cloud', 'datacenter', 'server'], {
      description: 'Which Confluence it is; server is Data Center. Default: by the host, atlassian.net and its like being Cloud'
    })
  ),
  auth: Type.Optional(
    words(['basic', 'scoped', 'oauth', 'pat', 'password'], {
      description:
        'How to authenticate. basic: e-mail and API token (Cloud); scoped: e-mail and scoped API token through the gateway of Atlassian; oauth: bearer token and cloud_id; pat: personal access token (Data Center); password: user and password (Data Center). Default: by what is given'
    })
  ),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 320, description: 'E-mail of the account whose API token it is (Cloud)' })),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 320, description: 'User name (Data Center)' })),
  token: secret('API token, OAuth access token or personal access token'),
  password: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1024, 'x-secret': true, description: 'Password of the user (Data Center)' })
  ),
  cloud_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,64}$',
      'x-form': 'of letters, digits and hyphens',
      description: 'Id of the Cloud site, for scoped and oauth'
    })
  ),
  spaces: Type.Optional(spaceKeys('Keys of the only spaces that may be used. Absent: all that the account can see')),
  spaces_by_key: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: 64, description: 'Id of a key of this gateway' }),
        spaces: spaceKeys('Keys of the only spaces that this key may use')
      }),
      { maxItems: 1000, description: 'Further limits for single keys of this gateway (config file only). Absent: none' }
    )
  )
})
