import { oneOf, type Requirement } from '../../../contract/requires.ts'

const LINE = 'Set path together with new_line, old_line or both, or set none of them.'

/** A comment on a line needs both the file and the line. */
export const requiresLine: Requirement = {
  text: LINE,
  check({ path, old_path, new_line, old_line }) {
    const hasLine = new_line !== undefined || old_line !== undefined
    if (path === undefined && (hasLine || old_path !== undefined)) return { path: 'path', message: 'is missing', expected: LINE }
    return path !== undefined && !hasLine ? { path: 'new_line', message: 'is missing', expected: LINE } : undefined
  }
}

const ALONE = 'With everywhere: true, set neither project nor group.'

export const excludesEverywhere: Requirement = {
  text: ALONE,
  check: ({ everywhere, project, group }) =>
    everywhere === true && (project !== undefined || group !== undefined)
      ? { path: 'everywhere', message: 'cannot be combined with project or group', expected: ALONE }
      : undefined
}

export const reactsToOne = oneOf('issue_iid', 'merge_request_iid', 'snippet_id', 'epic')

const REASON = 'Set reason if state is dismissed.'

export const dismissalReason: Requirement = {
  text: REASON,
  check: ({ state, reason }) =>
    state === 'dismissed' && reason === undefined
      ? { path: 'reason', message: 'is required if state is dismissed', expected: REASON }
      : undefined
}
