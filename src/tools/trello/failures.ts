/** What any name or id can meet. */
export const NOT_FOUND = (what: string) => ({ upstream_not_found: `The ${what} does not exist, or this token cannot see it` }) as const
