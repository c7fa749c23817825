import { below, flagOrNull, integerOrNull, type Row, text, textOrNull, texts, time } from '../../../../lib/row.ts'
import type { Group, Project } from '../../schemas/projects.ts'

export const projectOf = (row: Row): Project => ({
  id: integerOrNull(row, 'id'),
  path: textOrNull(row, 'path_with_namespace'),
  name: textOrNull(row, 'name'),
  description: textOrNull(row, 'description'),
  visibility: textOrNull(row, 'visibility'),
  default_branch: textOrNull(row, 'default_branch'),
  archived: flagOrNull(row, 'archived'),
  topics: Array.isArray(row['topics']) ? texts(row, 'topics') : texts(row, 'tag_list'),
  star_count: integerOrNull(row, 'star_count'),
  open_issues_count: integerOrNull(row, 'open_issues_count'),
  url: textOrNull(row, 'web_url'),
  created_at: time(row, 'created_at'),
  last_activity_at: time(row, 'last_activity_at')
})

export const groupOf = (row: Row): Group => ({
  id: integerOrNull(row, 'id'),
  path: textOrNull(row, 'full_path') ?? textOrNull(row, 'path'),
  name: textOrNull(row, 'name'),
  description: textOrNull(row, 'description'),
  visibility: textOrNull(row, 'visibility'),
  parent_id: integerOrNull(row, 'parent_id'),
  created_at: time(row, 'created_at'),
  url: textOrNull(row, 'web_url')
})

export function statisticsOf(row: Row) {
  const statistics = below(row, 'statistics')
  return {
    project: text(row, 'path_with_namespace'),
    commit_count: integerOrNull(statistics, 'commit_count'),
    repository_bytes: integerOrNull(statistics, 'repository_size'),
    storage_bytes: integerOrNull(statistics, 'storage_size'),
    artifacts_bytes: integerOrNull(statistics, 'job_artifacts_size'),
    lfs_bytes: integerOrNull(statistics, 'lfs_objects_size'),
    wiki_bytes: integerOrNull(statistics, 'wiki_size'),
    star_count: integerOrNull(row, 'star_count'),
    forks_count: integerOrNull(row, 'forks_count'),
    open_issues_count: integerOrNull(row, 'open_issues_count'),
    empty: flagOrNull(row, 'empty_repo')
  }
}
