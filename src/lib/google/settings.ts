import { type Static, type TObject, Type } from 'typebox'

/** How the Google systems of one account authenticate; to be spread into their `settings`. They share these names of the environment. */
export const googleSettings = () => ({
  client_id: Type.Optional(
    Type.String({ minLength: 1, 'x-env': 'GOOGLE_CLIENT_ID', description: 'Id of the OAuth client, from the Google Cloud console' })
  ),
  client_secret: Type.Optional(
    Type.String({ minLength: 1, 'x-env': 'GOOGLE_CLIENT_SECRET', 'x-secret': true, description: 'Secret of the OAuth client' })
  ),
  refresh_token: Type.Optional(
    Type.String({
      minLength: 1,
      'x-env': 'GOOGLE_REFRESH_TOKEN',
      'x-secret': true,
      description: 'Refresh token that the account granted to the client (access type offline), with the scopes that the system needs'
    })
  ),
  access_token: Type.Optional(
    Type.String({
      minLength: 1,
      'x-env': 'GOOGLE_ACCESS_TOKEN',
      'x-secret': true,
      description: 'Access token for an hour; alone it cannot be renewed. With the other three it is used until it is refused'
    })
  ),
  token_url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    default: 'https://oauth2.googleapis.com/token',
    'x-env': 'GOOGLE_TOKEN_URL',
    description: 'Where access tokens are renewed'
  })
})

export type GoogleSettings = Static<TObject<ReturnType<typeof googleSettings>>>

/** Whoever renews with the same refresh token shares what comes of it: Google may put another in its place, and refuse the old one. */
export const accountOf = ({ token_url, client_id, refresh_token }: GoogleSettings): string | undefined =>
  refresh_token === undefined ? undefined : JSON.stringify([token_url, client_id, refresh_token])
