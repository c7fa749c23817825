import { Type } from 'typebox'
import { Constraints } from '../../contract/constraints.ts'
import { Key } from '../../contract/keys.ts'
import { Limits } from '../../contract/limits.ts'
import type { Permission } from '../../contract/operation.ts'

/** A plain string: an ID of another form is reported as a key that does not exist. */
export const keyId = Type.String({ minLength: 1, maxLength: 64, 'x-log': true, description: 'ID of the key, as `keys_list` returns it' })

export const scopes = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 128, description: 'A scope, such as gitlab:read' }), {
    minItems: 1,
    maxItems: 100,
    'x-log': true,
    description
  })

export const note = (otherwise: string) =>
  Type.Optional(Type.String({ maxLength: 500, description: `Note for people. Default: ${otherwise}` }))

export const constraints = (description: string) => Type.Optional(Type.With(Constraints, { description }))

export const limits = (description: string) => Type.Optional(Type.With(Limits, { description }))

export const expiry = (description: string) => Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description }))

export const IssuedKey = Type.Object({
  key: Type.String({
    'x-volatile': true,
    description: 'The key itself, which its holder sends as Authorization: Bearer KEY. It is returned only here, and is not stored'
  }),
  ...Key.properties
})

export const NOT_FOUND = { key_not_found: 'No key has this ID, or it was deleted' }

/** Of operations that also accept the ID of a deleted key. */
export const NEVER_FOUND = { key_not_found: 'No key has or had this ID' }

export const UNCHANGEABLE = {
  key_in_file: 'The key is an entry of the configuration: only the operator can change it',
  already_revoked: 'The key was revoked',
  key_unreadable: 'Another version of the gateway stored the key'
}

/** The permission of what gives access: a program asks its user first, whatever the policy. */
export const CONFIRMED = { minimum: 'write', maximum: 'write', of: (): Permission => 'write', always_confirm: true } as const

/** An ID that no key has, for examples. */
const NO_KEY = 'no-such-key'

/** A key as operations return it, for examples. */
export const A_KEY: Key & { description: string } = {
  id: 'ci',
  source: 'managed',
  status: 'active',
  scopes: ['gitlab:read'],
  constraints: null,
  constraints_withheld: false,
  limits: null,
  description: 'Build server',
  expires_at: null,
  created_at: '2026-11-26T19:00:00.000Z',
  created_by: 'key:ann',
  last_used_at: null,
  rotated_at: null,
  rotated_by: null,
  previous_until: null,
  revoked_at: null,
  revoked_by: null
}

/** The same, as it is returned once. */
export const AN_ISSUED_KEY = { key: 'tg_ci_3f0Jm2yQd0b9u1c7Zx8Kq4Vw5Ns6Rt2Lp1Ha0Ge9Bi8', ...A_KEY }

export const unknownKey = (input: Record<string, unknown> = {}) =>
  ({
    name: 'unknown_key',
    summary: 'A key that does not exist',
    input: { id: NO_KEY, ...input },
    error: { reason: 'key_not_found', message: `No key has the ID ${NO_KEY}.` }
  }) as const
