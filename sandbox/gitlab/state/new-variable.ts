import type { CiVariable } from './model.ts'

/** A variable with GitLab's defaults. */
export const newVariable = (key: string, value: string): CiVariable => ({
  key,
  value,
  variable_type: 'env_var',
  protected: false,
  masked: false,
  hidden: false,
  raw: false,
  environment_scope: '*',
  description: null
})
