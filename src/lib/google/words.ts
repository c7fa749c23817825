/** Letters and digits that can be seen: Google passes over everything else. */
const SEEN = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Words that join others in a query, and are none themselves. */
const JOINS = /^[-+]?(OR|AND|AROUND)$/i

/** Whether a text says anything. A search for one that does not would find everything, and a job would take every message or event that there is. */
export const saysSomething = (text: string): boolean => SEEN.test(text)

/** The same of a query, which may also be made of joining words alone. */
export const asksSomething = (query: string): boolean => query.split(/[\s"(){}|]+/).some(word => saysSomething(word) && !JOINS.test(word))

export const WORDS_EXPECTED = 'a word with a letter or digit in it; OR, AND and AROUND alone make no query'
