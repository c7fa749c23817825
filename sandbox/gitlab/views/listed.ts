/** Properties that GitLab returns for a single resource, but not in lists. */
const ALONE = {
  'merge request': ['changes_count', 'diff_refs', 'merge_error', 'rebase_in_progress', 'head_pipeline'],
  pipeline: ['name', 'user', 'started_at', 'finished_at', 'duration', 'coverage', 'yaml_errors'],
  place: ['runners_token']
} as const

export function listed(kind: keyof typeof ALONE, row: object): object {
  const left: readonly string[] = ALONE[kind]
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name)))
}
