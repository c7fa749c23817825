const TAG = /<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi
/** They hold nothing. */
const EMPTY = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
/** One ends where the next of its kind begins. */
const ENDED_BY_NEXT = new Set(['dd', 'dt', 'li', 'option', 'p', 'td', 'th', 'tr'])

/** Whether elements of HTML lie within each other more than so many deep. */
export function isDeeperThan(html: string, most: number): boolean {
  const open: string[] = []
  for (const [tag, slash, given = ''] of html.matchAll(TAG)) {
    const name = given.toLowerCase()
    if (slash) {
      const start = open.lastIndexOf(name)
      if (start >= 0) open.length = start
    } else if (!EMPTY.has(name) && !tag.endsWith('/>')) {
      if (ENDED_BY_NEXT.has(name) && open.at(-1) === name) open.pop()
      if (open.push(name) > most) return true
    }
  }
  return false
}
