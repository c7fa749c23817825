import { type Static, Type } from 'typebox'
import { count, id, text, time, word } from './common.ts'

export const Package = Type.Object({
  id: id('package'),
  name: word('Name'),
  version: word('Version'),
  type: word('Type, such as npm, maven, pypi or generic'),
  status: word('default, hidden, processing, error, pending_destruction or deprecated'),
  project: word('Path of its project', 'unless group is set'),
  created_at: time('Time it was published'),
  last_downloaded_at: time('Time it was last downloaded', 'if it never was')
})
export type Package = Static<typeof Package>

export const PackageFile = Type.Object({
  id: id('file'),
  name: text('Name'),
  size: count('Size in bytes'),
  sha256: word('SHA-256 hash of the content'),
  created_at: time('Time it was published')
})
export type PackageFile = Static<typeof PackageFile>
