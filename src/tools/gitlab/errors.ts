/** Errors that every operation on a resource outside of projects can return. */
export const globalErrors = (what: string) =>
  ({
    upstream_not_found: `The ${what} does not exist, or this token cannot see it`,
    cannot_be_honoured: 'GitLab does not allow this for the resource'
  }) as const

/** Errors that every operation on a resource of a project can return. */
export const resourceErrors = (what: string) =>
  ({
    ...globalErrors(what),
    cannot_be_honoured: 'GitLab does not allow this for the resource, or the project was moved and its old path was given'
  }) as const
