import { Type } from 'typebox'
import { search } from './common.ts'
import { owner, selectsOwned } from './owner.ts'

export const variableKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[A-Za-z0-9_]+$',
  'x-form': 'letters, digits and _',
  description: 'Name of the variable'
})

export const environmentScope = (description: string, options: { default?: string } = {}) =>
  Type.String({ minLength: 1, maxLength: 255, description, ...options })

export const variableOwner = owner('of the variables')

/** Selects variables. */
export const variableSelection = {
  key_contains: Type.Optional(search('Text in the key, case-insensitive')),
  environment_scope: Type.Optional(
    environmentScope('Only variables with exactly this scope, such as production; * is the scope of variables for all environments')
  )
}
export const selectsVariables = selectsOwned(variableSelection)

/** Settings of a variable besides its value. */
export const variableFlags = {
  masked: Type.Optional(Type.Boolean({ description: 'true: masked in logs; the value must have at least 8 characters and no spaces' })),
  protected: Type.Optional(Type.Boolean({ description: 'true: only for protected branches and tags' })),
  raw: Type.Optional(Type.Boolean({ description: 'true: $ in the value is not expanded' }))
}

export const flagsIn = ({ masked, protected: isProtected, raw }: { masked?: boolean; protected?: boolean; raw?: boolean }) => ({
  ...(masked !== undefined && { masked }),
  ...(isProtected !== undefined && { protected: isProtected }),
  ...(raw !== undefined && { raw })
})

export const describeFlags = (flags: object): string =>
  Object.entries(flags)
    .map(([name, value]) => (value ? name : `not ${name}`))
    .join(', ')
