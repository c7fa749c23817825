/** What anything of a project can meet. */
export const MISSING = (what: string) =>
  ({
    upstream_not_found: `The ${what} does not exist, or this token cannot see it`,
    cannot_be_honoured: 'GitLab does not do this with such a thing, or not under the old path of a project that was moved'
  }) as const
