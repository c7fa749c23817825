import { Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, flag, id, newId, text, time, untrusted, word } from './common.ts'
import { Diff } from './repository.ts'

export const FileDiffs = Type.Object({
  files: Type.Array(Diff, { description: 'Changes to these files' }),
  not_changed: Type.Array(Type.String(), { description: 'Paths that the merge request does not change' }),
  untrusted
})

export const Version = Type.Object({
  id: id('version, as get_merge_request_diff takes it'),
  head_sha: word('Latest commit of the version'),
  base_sha: word('Latest commit that both branches have in common'),
  start_sha: word('Latest commit of the target branch at that time'),
  state: word('State, such as collected or overflow'),
  changes_count: word('Number of changed files'),
  created_at: time('Time of the push')
})

export const Conflicts = Type.Object({
  has_conflicts: flag('true: GitLab cannot merge it because of conflicts'),
  merge_status: word('Merge status, such as mergeable or conflict'),
  base_sha: word('Latest commit that both branches have in common'),
  files: Type.Array(
    Type.Object({
      path: word('Path of the file'),
      source_diff: text('Change on the source branch'),
      target_diff: text('Change on the target branch')
    }),
    { description: 'Files that both branches changed: the candidates for conflicts' }
  ),
  incomplete: Type.Boolean({ description: 'true: GitLab stopped the comparison, so files may be missing' }),
  untrusted
})

export const DraftNote = Type.Object({
  id: newId('draft comment'),
  body: text('Text, Markdown'),
  discussion_id: word('ID of the thread that it replies to', 'if it is not a reply'),
  resolve_discussion: flag('true: publishing it resolves that thread'),
  path: word('File of the comment', 'if it is on no file'),
  new_line: nullable(Type.Integer(), { description: 'Line in the new version; null if there is none' }),
  old_line: count('Line in the old version', 'if there is none')
})
