import path from 'node:path'

export interface Skipped {
  /** Test file, below the root. */
  file: string
  name: string
  /** Empty if the test gives none. */
  reason: string
}

/** Returns the tests and assertions that a TAP report lists as skipped. `root` is removed from absolute paths. */
export function skippedIn(raw: string, root: string): Skipped[] {
  let file = ''
  return raw.split('\n').flatMap(line => {
    const [, started] = /^ *# Subtest: (.*\.test\.ts)$/.exec(line) ?? []
    if (started !== undefined) file = path.relative(root, path.resolve(root, started))
    const [, name, reason] = /^ *(?:not )?ok \d+(?: - (.*?))? # SKIP ?(.*)$/.exec(line) ?? []
    return reason === undefined ? [] : [{ file, name: plain(name ?? ''), reason: plain(reason) }]
  })
}

/** TAP escapes characters of directives. */
const plain = (text: string): string => text.replace(/\\([#\\])/g, '$1').trim()

/** Returns lines with the count, then the names grouped by reason; none if nothing was skipped. */
export function reportSkipped(skipped: readonly Skipped[]): string[] {
  if (skipped.length === 0) return []
  const groups = Object.entries(Object.groupBy(skipped, ({ reason }) => reason || 'no reason given'))
  return [
    `${skipped.length} skipped:`,
    ...groups.flatMap(([reason, tests = []]) => [`  ${reason}`, ...tests.map(({ file, name }) => `    ${file}: ${name}`)])
  ]
}
