import type { Release, Snippet, WikiPage } from './documents.ts'
import type { Repository } from './repository.ts'

export interface User {
  id: number
  username: string
  name: string
  email: string
  state: string
  bot: boolean
  is_admin: boolean
  created_at: string
}

export interface Group {
  id: number
  full_path: string
  name: string
  description: string
  visibility: string
  parent_id: number | null
  created_at: string
  members: Member[]
}

export interface Member {
  user_id: number
  access_level: number
}

export interface Note {
  id: number
  body: string
  author_id: number
  system: boolean
  internal: boolean
  created_at: string
  updated_at: string
}

export interface Issue {
  id: number
  iid: number
  title: string
  description: string
  state: 'opened' | 'closed'
  labels: string[]
  milestone_id: number | null
  author_id: number
  assignee_ids: number[]
  due_date: string | null
  confidential: boolean
  issue_type: string
  weight: number | null
  discussion_locked: boolean
  moved_to_id: number | null
  created_at: string
  updated_at: string
  closed_at: string | null
  notes: Note[]
}

export interface ThreadNote extends Note {
  resolvable: boolean
  resolved: boolean
  position: object | null
}

export interface Discussion {
  /** 40 hex digits. */
  id: string
  individual: boolean
  notes: ThreadNote[]
}

export interface MergeRequest {
  id: number
  iid: number
  title: string
  description: string
  state: 'opened' | 'closed' | 'merged'
  source_branch: string
  target_branch: string
  /** The fork whose branch it is; absent: the branch is one of the project. */
  source_project_id?: number
  labels: string[]
  milestone_id: number | null
  author_id: number
  assignee_ids: number[]
  reviewer_ids: number[]
  squash: boolean
  remove_source_branch: boolean
  auto_merge: boolean
  approved_by: number[]
  discussions: Discussion[]
  /** How often one must look until it is known whether it can be merged. */
  unsettled: number
  rebasing: boolean
  merge_error: string | null
  merge_commit_sha: string | null
  /** Of one that is not open any more. */
  last_sha: string | null
  created_at: string
  updated_at: string
  merged_at: string | null
  closed_at: string | null
}

export interface Job {
  id: number
  name: string
  stage: string
  /** It waits until somebody starts it. */
  manual: boolean
  /** When it begins, or began; milliseconds since 1970. */
  starts: number
  takes_ms: number
  fate: 'success' | 'failed'
  canceled: boolean
  /** A later run took its place. */
  retried: boolean
  log: Buffer
  artifacts: ReadonlyMap<string, Buffer>
}

export interface Pipeline {
  id: number
  ref: string
  sha: string
  source: string
  created_at: string
  variables: { key: string; value: string; variable_type: string }[]
  jobs: Job[]
}

export interface Link {
  id: number
  source: Issue
  target: Issue
  link_type: string
}

export interface Label {
  id: number
  name: string
  color: string
  description: string
  priority: number | null
}

export interface Milestone {
  id: number
  iid: number
  title: string
  description: string
  state: 'active' | 'closed'
  due_date: string | null
  start_date: string | null
  created_at: string
  updated_at: string
}

export interface Project {
  id: number
  path: string
  /** Paths that it had before. */
  formerly: string[]
  name: string
  description: string
  visibility: string
  default_branch: string | null
  archived: boolean
  topics: string[]
  star_count: number
  commit_count: number
  created_at: string
  last_activity_at: string
  members: Member[]
  labels: Label[]
  milestones: Milestone[]
  issues: Issue[]
  links: Link[]
  merge_requests: MergeRequest[]
  pipelines: Pipeline[]
  releases: Release[]
  wiki: WikiPage[]
  snippets: Snippet[]
  repository: Repository
}

export interface State {
  users: User[]
  groups: Group[]
  projects: Project[]
  /** A number for something new, the same for everything. */
  nextId: () => number
}
