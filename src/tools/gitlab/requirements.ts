import type { Requirement } from '../../contract/requires.ts'

const NAMED = 'Give path with new_line, old_line or both; or none of them.'

/** A remark on a line names the file and the line. */
export const namesLine: Requirement = {
  text: NAMED,
  check({ path, old_path, new_line, old_line }) {
    const hasLine = new_line !== undefined || old_line !== undefined
    if (path === undefined && (hasLine || old_path !== undefined)) return { path: 'path', message: 'is lacking', expected: NAMED }
    return path !== undefined && !hasLine ? { path: 'new_line', message: 'is lacking', expected: NAMED } : undefined
  }
}

const ALONE = 'Give project or group, or everywhere as true, not both.'

export const everywhereAlone: Requirement = {
  text: ALONE,
  check: ({ everywhere, project, group }) =>
    everywhere === true && (project !== undefined || group !== undefined)
      ? { path: 'everywhere', message: 'contradicts project or group', expected: ALONE }
      : undefined
}
