/** Visible letters and digits. Google ignores all other characters. */
const SEARCHABLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Operators that combine search terms and are not terms themselves. */
const COMBINING_OPERATOR = /^[-+]?(OR|AND|AROUND)$/i

/** Returns whether Google can search for a text. A search without any term matches everything, so a job would act on every message or event. */
export const hasSearchableText = (text: string): boolean => SEARCHABLE.test(text)

/** Returns whether a query has at least one search term besides combining operators. */
export const hasSearchTerm = (query: string): boolean =>
  query.split(/[\s"(){}|]+/).some(word => hasSearchableText(word) && !COMBINING_OPERATOR.test(word))

export const EXPECTED_TERMS = 'at least one word with a letter or digit; OR, AND and AROUND do not count'
