/** Errors that every operation on a resource of a project can return. */
export const resourceErrors = (what: string) =>
  ({
    upstream_not_found: `The ${what} does not exist, or this token cannot see it`,
    cannot_be_honoured: 'GitLab does not allow this for such a resource, or the project was moved and the path is the old one'
  }) as const
