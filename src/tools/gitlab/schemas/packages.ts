import { type Static, Type } from 'typebox'
import { count, id, text, time, word } from './common.ts'

export const Package = Type.Object({
  id: id('package'),
  name: word('Name'),
  version: word('Version'),
  type: word('Type, such as npm, maven, pypi or generic'),
  status: word('default, hidden, processing, error, pending_destruction or deprecated'),
  project: word('Path of its project, in lists of a group'),
  created_at: time('Time it was published'),
  last_downloaded_at: time('Time it was last downloaded')
})
export type Package = Static<typeof Package>

export const PackageFile = Type.Object({
  id: id('file'),
  name: text('Name'),
  size: count('Size in bytes'),
  sha256: word('Hash of the content'),
  created_at: time('Time it was published')
})
export type PackageFile = Static<typeof PackageFile>
