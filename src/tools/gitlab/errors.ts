/** Errors of operations that only read, and of those on resources outside of projects. */
export const globalErrors = (what: string) =>
  ({
    upstream_not_found: `The ${what} does not exist, or this token cannot see it`,
    cannot_be_honoured: 'GitLab does not support this operation for the resource'
  }) as const

/** Errors of writes in a project: GitLab accepts them only at the current path of the project. */
export const resourceErrors = (what: string) =>
  ({
    ...globalErrors(what),
    cannot_be_honoured: 'GitLab does not support this operation for the resource, or project is the old path of a moved project'
  }) as const
