import { createHash } from 'node:crypto'
import { below, flag, flagOrNull, integerOrNull, type Row, rows, text, textOrNull, texts, time } from '../../../../lib/row.ts'
import type { Branch, CodeHit, Commit, Diff, Entry, File, Tag } from '../../schemas/repository.ts'

export const entryOf = (row: Row): Entry => ({
  name: textOrNull(row, 'name'),
  path: textOrNull(row, 'path'),
  type: textOrNull(row, 'type'),
  mode: textOrNull(row, 'mode'),
  id: textOrNull(row, 'id')
})

const LFS = 'version https://git-lfs.github.com/spec/v1'

/** The content is text if the bytes are valid UTF-8 without NUL, else base64, so that no byte is lost. */
export function fileOf(row: Row): File {
  const bytes = Buffer.from(text(row, 'content'), row['encoding'] === 'base64' ? 'base64' : 'utf8')
  const decoded = asText(bytes)
  return {
    path: textOrNull(row, 'file_path'),
    ref: textOrNull(row, 'ref'),
    size: integerOrNull(row, 'size') ?? bytes.length,
    encoding: decoded === undefined ? 'base64' : 'utf-8',
    content: decoded ?? bytes.toString('base64'),
    sha256: textOrNull(row, 'content_sha256') ?? createHash('sha256').update(bytes).digest('hex'),
    commit_id: textOrNull(row, 'commit_id'),
    last_commit_id: textOrNull(row, 'last_commit_id'),
    executable: flagOrNull(row, 'execute_filemode'),
    lfs: decoded?.startsWith(LFS) ?? false
  }
}

function asText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const commitOf = (row: Row): Commit => ({
  id: textOrNull(row, 'id'),
  title: textOrNull(row, 'title'),
  message: textOrNull(row, 'message'),
  author_name: textOrNull(row, 'author_name'),
  author_email: textOrNull(row, 'author_email'),
  parents: texts(row, 'parent_ids'),
  additions: integerOrNull(below(row, 'stats'), 'additions'),
  deletions: integerOrNull(below(row, 'stats'), 'deletions'),
  url: textOrNull(row, 'web_url'),
  authored_at: time(row, 'authored_date') ?? time(row, 'created_at'),
  committed_at: time(row, 'committed_date') ?? time(row, 'created_at')
})

export function branchOf(row: Row): Branch {
  const commit = below(row, 'commit')
  return {
    name: textOrNull(row, 'name'),
    merged: flagOrNull(row, 'merged'),
    protected: flagOrNull(row, 'protected'),
    default: flagOrNull(row, 'default'),
    can_push: flagOrNull(row, 'can_push'),
    commit_id: textOrNull(commit, 'id'),
    commit_title: textOrNull(commit, 'title') ?? textOrNull(commit, 'message'),
    committed_at: time(commit, 'committed_date'),
    url: textOrNull(row, 'web_url')
  }
}

export function tagOf(row: Row): Tag {
  const commit = below(row, 'commit')
  return {
    name: textOrNull(row, 'name'),
    message: textOrNull(row, 'message') || null,
    commit_id: textOrNull(commit, 'id'),
    commit_title: textOrNull(commit, 'title') ?? textOrNull(commit, 'message'),
    created_at: time(row, 'created_at'),
    protected: flagOrNull(row, 'protected')
  }
}

function changeOf(row: Row): Diff['change'] {
  if (flag(row, 'new_file')) return 'added'
  if (flag(row, 'deleted_file')) return 'deleted'
  if (flag(row, 'renamed_file')) return 'renamed'
  return text(row, 'a_mode') !== text(row, 'b_mode') && text(row, 'diff') === '' ? 'mode_changed' : 'modified'
}

export function diffOf(row: Row): Diff {
  const left_out = flag(row, 'too_large') || flag(row, 'collapsed')
  const diff = textOrNull(row, 'diff')
  return {
    path: textOrNull(row, 'new_path'),
    old_path: textOrNull(row, 'old_path'),
    change: changeOf(row),
    old_mode: textOrNull(row, 'a_mode'),
    new_mode: textOrNull(row, 'b_mode'),
    diff: left_out && diff === '' ? null : diff,
    left_out
  }
}

export const comparisonOf = (row: Row) => ({
  same: flagOrNull(row, 'compare_same_ref'),
  incomplete: flagOrNull(row, 'compare_timeout'),
  commits: rows(row, 'commits').map(commitOf),
  diffs: rows(row, 'diffs').map(diffOf)
})

export const hitOf = (row: Row): CodeHit => ({
  path: textOrNull(row, 'path') ?? textOrNull(row, 'filename'),
  ref: textOrNull(row, 'ref'),
  start_line: integerOrNull(row, 'startline'),
  project_id: integerOrNull(row, 'project_id'),
  excerpt: textOrNull(row, 'data')
})
