import { type Static, type TObject, Type } from 'typebox'

/** Google's OAuth endpoints. */
export const GOOGLE_URLS = { auth: 'https://accounts.google.com/o/oauth2/v2/auth', token: 'https://oauth2.googleapis.com/token' }

/** Settings for the credentials of a Google account, to spread into the `settings` of a system. All Google systems share these environment variables. */
export const googleSettings = () => ({
  client_id: Type.Optional(
    Type.String({
      minLength: 1,
      'x-env': 'GOOGLE_CLIENT_ID',
      description: 'ID of the OAuth client, from the Google Cloud console'
    })
  ),
  client_secret: Type.Optional(
    Type.String({ minLength: 1, 'x-env': 'GOOGLE_CLIENT_SECRET', 'x-secret': true, description: 'Secret of the OAuth client' })
  ),
  refresh_token: Type.Optional(
    Type.String({
      minLength: 1,
      'x-env': 'GOOGLE_REFRESH_TOKEN',
      'x-secret': true,
      description:
        'Refresh token that the account granted to the client, with the scopes that the system requires. `toolgate google login` obtains it'
    })
  ),
  access_token: Type.Optional(
    Type.String({
      minLength: 1,
      'x-env': 'GOOGLE_ACCESS_TOKEN',
      'x-secret': true,
      description:
        'Access token, valid for an hour. Alone, it cannot be renewed; together with the other three settings, it is used until Google rejects it'
    })
  ),
  token_url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    default: GOOGLE_URLS.token,
    'x-env': 'GOOGLE_TOKEN_URL',
    description: 'URL of the token endpoint'
  }),
  auth_url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    default: GOOGLE_URLS.auth,
    'x-env': 'GOOGLE_AUTH_URL',
    description: 'URL of the page on which a user grants access, for `toolgate google login`'
  })
})

export type GoogleSettings = Static<TObject<ReturnType<typeof googleSettings>>>

/** Returns the key under which processes share an access token. Google may replace a refresh token and reject the old one, so its users must share the new one. */
export const accountOf = ({ token_url, client_id, refresh_token }: GoogleSettings): string | undefined =>
  refresh_token === undefined ? undefined : JSON.stringify([token_url, client_id, refresh_token])
