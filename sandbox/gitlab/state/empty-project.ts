import { ME } from './me.ts'
import type { Project } from './model.ts'
import { emptyRepository } from './repository.ts'

type Known = Pick<Project, 'id' | 'path' | 'name' | 'description' | 'created_at' | 'last_activity_at'>

/** Returns an empty private project that Sam owns. */
export const emptyProject = (known: Known & Partial<Project>): Project => ({
  previous_paths: [],
  visibility: 'private',
  default_branch: null,
  archived: false,
  topics: [],
  star_count: 0,
  commit_count: 0,
  members: [{ user_id: ME, access_level: 50 }],
  labels: [],
  milestones: [],
  issues: [],
  links: [],
  merge_requests: [],
  pipelines: [],
  releases: [],
  wiki: [],
  snippets: [],
  repository: emptyRepository(),
  ...known
})
