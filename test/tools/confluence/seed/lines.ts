const HEADING = /^### (.+)$/
const MEMBER = /^\s+(?:async )?\*?(\w+)\??\s*[(:]/
const WORD = /^\s+'(\w+)',?\s*$/
/** The start of a level: its line has only its name. */
const OPENS = /[{[]$/
const ARGUMENTS = /\($/

/** The lines of the seed with content, below their headings: a member by its name, with the names above it. */
export function linesOf(seed: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let heading = ''
  let levels: { indent: number; name: string }[] = []
  let inArguments = false
  for (const line of seed.split('\n')) {
    const [, title] = HEADING.exec(line) ?? []
    if (title !== undefined) heading = title
    if (/^\S/.test(line)) levels = []
    const [, name] = (inArguments ? undefined : (MEMBER.exec(line) ?? WORD.exec(line))) ?? []
    if (name !== undefined) {
      const indent = line.search(/\S/)
      levels = levels.filter(level => level.indent < indent)
      const path = [...levels.map(level => level.name), name].join('.')
      if (OPENS.test(line)) levels.push({ indent, name })
      else found[heading] = [...(found[heading] ?? []), path]
    }
    if (ARGUMENTS.test(line) && name !== undefined) inArguments = true
    if (/^\s*\)/.test(line)) inArguments = false
  }
  return found
}
