import { type Caller, hasSpecialScope } from '../contract/call.ts'
import { OperationError } from '../contract/errors.ts'
import { credentialOf, isUserId, userId } from '../contract/principal.ts'
import { ACT_AS, scopesOfUser } from './scopes.ts'

/** The name of a user: an ID of the backend, such as a UUID or an address. Spaces and other characters would look the same in logs. */
const NAME = /^[!-~]{1,128}$/

/** Users of each backend that called recently, by name. A backend whose key changes is another object. */
const users = new WeakMap<Caller, Map<string, Caller>>()
const MAX_USERS = 200

/**
 * Returns the user that a backend names in the header `Toolgate-User`: it has the key's scopes for its own work, and owns what it creates. Or why it is
 * refused, first for a key that may name none. `values`: those of the header.
 */
export function userOf(backend: Caller, values: readonly string[]): Caller | OperationError {
  const { 0: name = '', length } = values
  const known = length === 1 ? users.get(backend)?.get(name) : undefined
  if (known) return known
  if (!hasSpecialScope(backend, ACT_AS) || credentialOf(backend.id) !== backend.id)
    return new OperationError('insufficient_permissions', `Toolgate-User needs a key with the scope \`${ACT_AS}\`.`, {
      source: 'gateway',
      outcome: 'not_executed',
      required_scope: ACT_AS,
      suggestions: ['Omit the header Toolgate-User, or use a key with this scope.']
    })
  if (length !== 1 || !NAME.test(name))
    return new OperationError('invalid_field_value', 'Toolgate-User does not name one user.', {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['Send the header once, with 1 to 128 visible ASCII characters and no spaces, such as a user ID.']
    })
  const user = { ...backend, id: userId(backend.id, name), scopes: scopesOfUser(backend.scopes) }
  if (user.scopes.length > 0) {
    const named = users.get(backend) ?? new Map<string, Caller>()
    if (named.size === MAX_USERS) for (const oldest of named.keys().take(1)) named.delete(oldest)
    users.set(backend, named.set(name, user))
    return user
  }
  return new OperationError('insufficient_permissions', 'The key has no scope that its users may use.', {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [`Ask the operator to give the key the scopes of its users, in addition to ${ACT_AS}.`]
  })
}

/** Whether the caller ID is that of a user whom the key may name now. */
export const isCurrentUser = (id: string, backend: Caller): boolean => isUserId(id) && hasSpecialScope(backend, ACT_AS)

/** Returns the user of this caller ID with the scopes that the key has now; undefined if the key may no longer name users. */
export const currentUser = (id: string, backend: Caller): Caller | undefined =>
  isCurrentUser(id, backend) ? { ...backend, id, scopes: scopesOfUser(backend.scopes) } : undefined
