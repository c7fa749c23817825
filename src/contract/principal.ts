import type { Caller } from './call.ts'

// The ID of a caller is the owner of its jobs, graphs, records, idempotency keys and quotas, and part of keys in Redis. All three forms are created here,
// so that none can be mistaken for another: the ID of a key has only lowercase letters, digits and -, and what others choose is encoded.

/** Maximum characters of the name of a user and of the subject of a token, before they are encoded. */
export const MAX_NAME = 255

/** Maximum characters of the URL of an issuer. */
export const MAX_ISSUER = 248

/** Maximum characters of what authenticates a caller. */
export const MAX_CREDENTIAL = 'jwt:'.length + MAX_ISSUER

/** Maximum characters of a principal. A character of a name is encoded as at most nine. */
export const MAX_PRINCIPAL = MAX_CREDENTIAL + 1 + 9 * MAX_NAME

/** Returns the principal of a caller: on whose behalf it acts. */
export const principalOf = ({ id }: Pick<Caller, 'id'>): string => (isKeyId(id) ? `key:${id}` : id)

/** Returns the caller ID of a principal. */
export const callerOf = (principal: string): string => (principal.startsWith('key:') ? principal.slice('key:'.length) : principal)

/** Returns the caller ID of a user that the backend with this key names. */
export const userId = (keyId: string, name: string): string => `user:${keyId}/${encoded(name)}`

/** Returns the caller ID of the subject of a token. The issuer is a URL without `|`. */
export const subjectId = (issuer: string, subject: string): string => `${issuerId(issuer)}|${encoded(subject)}`

/** Returns the ID that stands for all subjects of an issuer. */
export const issuerId = (issuer: string): string => `jwt:${issuer}`

/** Whether the ID is that of an issuer, or of a subject of one. */
export const isOfIssuer = (id: string): boolean => id.startsWith(issuerId(''))

/**
 * Returns what authenticates a caller, by its ID: the ID of its key, even for a user that the key names, or the ID of the issuer of its token. What narrows or
 * revokes that concerns all of its callers.
 */
export function credentialOf(id: string): string {
  if (isUserId(id)) return id.slice('user:'.length, id.indexOf('/'))
  const end = isOfIssuer(id) ? id.indexOf('|') : -1
  return end < 0 ? id : id.slice(0, end)
}

/** Returns the ID of the key of a user; any other ID as it is. Limits of a key apply to the key and its users together. */
export const keyOf = (id: string): string => (isUserId(id) ? credentialOf(id) : id)

/** Returns what may authenticate callers, by the keys and issuers of the configuration. */
export const credentialsOf = ({
  keys,
  issuers = []
}: {
  keys: readonly { id: string }[]
  issuers?: readonly { issuer: string }[] | undefined
}): string[] => [...keys.map(({ id }) => id), ...issuers.map(({ issuer }) => issuerId(issuer))]

/** Whether the ID is that of a user whom a backend names. */
export const isUserId = (id: string): boolean => id.startsWith('user:')

const isKeyId = (id: string): boolean => !id.includes(':')

/** Encodes what others choose, so that it contains no character with a meaning in an ID or in a key of Redis. Different texts stay different. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@')
