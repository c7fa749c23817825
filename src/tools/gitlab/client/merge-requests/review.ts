import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, flagOrNull, integerOrNull, isRow, type Row, rows, text, textOrNull, time } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { list, type Paging, pagingOf } from '../http/pagination.ts'
import { diffOf } from '../mappers/repository.ts'
import type { GitLabCall } from '../request.ts'
import { type MergeRequestRef, mergeRequestTarget } from './merge-requests.ts'

const PAGE = 100
/** GitLab shows at most 3,000 files of a merge request. */
const MAX_PAGES = 30

interface DiffQuery extends MergeRequestRef {
  paths: string[]
  version_id?: number
}

/** GitLab has no request for the diff of one file: the pages of the diffs are read until all files are found. */
export async function getDiffs(gitlab: GitLab, { paths, version_id, ...name }: DiffQuery, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, name, call)
  const wanted = new Set(paths)
  const found: Row[] = []
  const missing = (): string[] => paths.filter(one => !found.some(row => isAt(row, one)))
  if (version_id === undefined)
    for (let page = 1; page <= MAX_PAGES && missing().length > 0; page++) {
      const { body } = await gitlab.send({ path: `${path}/diffs`, query: { page, per_page: PAGE }, subject }, call)
      const files = Array.isArray(body) ? body.filter(isRow) : []
      found.push(...files.filter(row => [text(row, 'new_path'), text(row, 'old_path')].some(one => wanted.has(one))))
      if (files.length < PAGE) break
    }
  else {
    const version = await gitlab.row(
      { path: `${path}/versions/${version_id}`, subject: { kind: 'version', name: String(version_id) } },
      call
    )
    found.push(...rows(version, 'diffs').filter(row => paths.some(one => isAt(row, one))))
  }
  return { files: found.map(diffOf), not_changed: missing(), untrusted: true }
}

const isAt = (row: Row, path: string): boolean => text(row, 'new_path') === path || text(row, 'old_path') === path

const versionOf = (row: Row) => ({
  id: integerOrNull(row, 'id'),
  head_sha: textOrNull(row, 'head_commit_sha'),
  base_sha: textOrNull(row, 'base_commit_sha'),
  start_sha: textOrNull(row, 'start_commit_sha'),
  state: textOrNull(row, 'state'),
  changes_count: textOrNull(row, 'real_size'),
  created_at: time(row, 'created_at')
})

export async function listVersions(gitlab: GitLab, input: MergeRequestRef & Paging, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, input, call)
  return await list(gitlab, { path: `${path}/versions`, subject }, pagingOf(input), versionOf, call)
}

/**
 * GitLab's API only reports that there are conflicts. The candidates are the files that both branches changed since their common commit: each
 * file with a conflict is one of them, except if a folder and a file have the same name.
 */
export async function getConflicts(gitlab: GitLab, name: MergeRequestRef, call: GitLabCall) {
  const { project, path, subject } = await mergeRequestTarget(gitlab, name, call)
  const row = await gitlab.row({ path, subject }, call)
  const source = text(row, 'sha')
  const target = text(row, 'target_branch')
  if (source === '') throw invalidField('merge_request_iid', 'names a merge request without changes', 'one with commits')
  const compare = async (from: string, to: string, from_project_id?: number) => {
    const found = await gitlab.row({ path: `${project.path}/repository/compare`, query: { from, to, from_project_id }, subject }, call)
    return { diffs: rows(found, 'diffs'), incomplete: flagOrNull(found, 'compare_timeout') === true }
  }
  const [ours, theirs] = [await compare(target, source), await compare(source, target)]
  const both = ours.diffs.filter(one =>
    theirs.diffs.some(other => isAt(other, text(one, 'new_path')) || isAt(other, text(one, 'old_path')))
  )
  return {
    has_conflicts: flagOrNull(row, 'has_conflicts'),
    merge_status: textOrNull(row, 'detailed_merge_status') ?? textOrNull(row, 'merge_status'),
    base_sha: textOrNull(below(row, 'diff_refs'), 'base_sha'),
    files: both.map(one => ({
      path: textOrNull(one, 'new_path'),
      source_diff: textOrNull(one, 'diff'),
      target_diff: textOrNull(
        theirs.diffs.find(other => isAt(other, text(one, 'new_path')) || isAt(other, text(one, 'old_path'))) ?? {},
        'diff'
      )
    })),
    incomplete: ours.incomplete || theirs.incomplete,
    untrusted: true
  }
}
