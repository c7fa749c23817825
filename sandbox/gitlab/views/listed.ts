/** What GitLab tells of a thing that is asked for alone, and leaves out of lists. */
const ALONE = {
  'merge request': ['changes_count', 'diff_refs', 'merge_error', 'rebase_in_progress'],
  pipeline: ['user', 'started_at', 'finished_at', 'duration'],
  place: ['runners_token']
} as const

export function listed(kind: keyof typeof ALONE, row: object): object {
  const left: readonly string[] = ALONE[kind]
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name)))
}
