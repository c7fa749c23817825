import { existsSync } from 'node:fs'
import path from 'node:path'

/** Recordings, vendors' specifications and contracts of others. They are not part of this project; a folder `shared` next to the checkout may contain them. */
const FOLDER = path.join(import.meta.dirname, '../../../shared')

export interface Outside {
  /** Absolute. */
  path: string
  /** Option `skip` of a test that compares with it: false if it is present, otherwise the reason. */
  skip: false | string
}

/** A file or folder of `../shared`, such as `specs/trello-openapi.json`. Every test must pass without it. */
export function outside(name: string): Outside {
  const place = path.join(FOLDER, name)
  return { path: place, skip: existsSync(place) ? false : `../shared/${name} is not present` }
}
