import { type Static, Type } from 'typebox'
import { Constraints } from '../../contract/constraints.ts'
import { MAX_ISSUER } from '../../contract/principal.ts'
import { SCOPE } from '../scopes.ts'

/** Algorithms with a public key: a token that is not signed, or signed with a shared secret, is never accepted. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const

export const DEFAULT_ALGORITHMS: readonly (typeof ALGORITHMS)[number][] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']
export const DEFAULT_SKEW_S = 30
export const DEFAULT_MAX_HOURS = 24

/** No `|`, which separates the issuer from the subject, and no character that has a meaning in keys of Redis. */
const URL_PATTERN = `^https?://[A-Za-z0-9._~:/@%\\[\\]-]{1,${MAX_ISSUER - 'https://'.length}}$`

const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { minItems: 1, maxItems: 20, uniqueItems: true, description })

const Grant = Type.Object(
  {
    when: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 255 }), Type.String({ minLength: 1, maxLength: 255 }), {
        description:
          'claims, and the value that each must have or contain in a list, such as { groups: engineering }; in scope and scp, also as one of several values separated by spaces; a dot selects a property of an object, as in realm_access.roles; default: every token'
      })
    ),
    grants: Type.Array(SCOPE, { minItems: 1, uniqueItems: true, description: 'the scopes that such a token has, as those of a key' })
  },
  { additionalProperties: false, description: 'a rule: { when, grants }' }
)

/** An issuer whose tokens are accepted. */
export const IssuerEntry = Type.Object(
  {
    issuer: Type.String({
      pattern: URL_PATTERN,
      description: 'the URL of the issuer, exactly as in the claim iss of its tokens: https://, or http:// of localhost'
    }),
    audience: texts('the audiences, one of which a token must name, usually the URL of /mcp of this gateway'),
    jwks_uri: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s]{1,1000}$',
        description: 'the URL of its public keys (JWKS); default: the one that its metadata names'
      })
    ),
    algorithms: Type.Optional(
      Type.Array(Type.Enum([...ALGORITHMS], { type: 'string' }), {
        minItems: 1,
        uniqueItems: true,
        description: `the algorithms of its signatures: any of ${ALGORITHMS.join(', ')}; default ${DEFAULT_ALGORITHMS.join(', ')}`
      })
    ),
    clock_skew_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 300,
        description: `seconds by which its clock may differ from that of the gateway, 0 to 300; default ${DEFAULT_SKEW_S}`
      })
    ),
    max_hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 8_760,
        description: `maximum hours for which a token may still be valid, 1 to 8760: until then it cannot be revoked; default ${DEFAULT_MAX_HOURS}`
      })
    ),
    scopes: Type.Array(Grant, {
      minItems: 1,
      maxItems: 200,
      description: 'which scopes a token has: those of every rule that it matches; a token without any is refused'
    }),
    constraints: Type.Optional(Constraints),
    request_scopes: Type.Optional(
      texts('the OAuth scopes that MCP clients request from the issuer, such as openid; default: none is named, and clients choose')
    )
  },
  {
    additionalProperties: false,
    description: 'an issuer: { issuer, audience, jwks_uri, algorithms, clock_skew_seconds, max_hours, scopes, constraints, request_scopes }'
  }
)
export type IssuerEntry = Static<typeof IssuerEntry>

type Claims = Readonly<Record<string, unknown>>

/** Returns all scopes that the issuer's rules can grant. */
export const grantable = ({ scopes }: IssuerEntry): string[] => [...new Set(scopes.flatMap(({ grants }) => grants))]

/** Returns the scopes that the issuer's rules grant to a token with these claims. */
export const grantedScopes = ({ scopes }: IssuerEntry, claims: Claims): string[] => [
  ...new Set(
    scopes
      .filter(({ when = {} }) => Object.entries(when).every(([claim, value]) => valuesOf(claims, claim).includes(value)))
      .flatMap(({ grants }) => grants)
  )
]

/** Claims whose text is a list separated by spaces (RFC 8693, RFC 9068). In others, such as a name, a user may choose the words. */
const IN_WORDS: readonly string[] = ['scope', 'scp']

/** Returns the values of a claim: a text and the words of a list separated by spaces, the texts of a list, or a number or boolean as text. */
function valuesOf(claims: Claims, claim: string): string[] {
  return [claimOf(claims, claim)].flat().flatMap(value => {
    if (typeof value === 'string') return IN_WORDS.includes(claim) ? [value, ...value.split(' ')] : value
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : []
  })
}

/** Returns the claim of this name; if there is none, what its dots lead to. */
function claimOf(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), claims)
}

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value)
