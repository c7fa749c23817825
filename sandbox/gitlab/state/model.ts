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
  variables?: CiVariable[]
  wiki?: WikiPage[]
  hooks?: Hook[]
  epics?: Issue[]
}

export interface Member {
  user_id: number
  access_level: number
  expires_at?: string | null
}

export interface Note {
  id: number
  body: string
  author_id: number
  system: boolean
  internal: boolean
  /** ID of the thread to which it replies. */
  thread?: string
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
  work?: Work
}

/** What an issue or epic has as a work item. */
interface Work {
  parent_id?: number | undefined
  status?: string | undefined
  start_date?: string | undefined
  iteration_id?: number | undefined
  health_status?: string | undefined
  /** Values of custom fields, by ID. */
  fields?: Map<string, unknown>
}

export interface ThreadNote extends Note {
  resolvable: boolean
  resolved: boolean
  resolved_by_id?: number
  position: object | null
}

export interface Discussion {
  /** 40 hex digits. */
  id: string
  individual: boolean
  notes: ThreadNote[]
}

export interface DraftNote {
  id: number
  note: string
  discussion_id: string | null
  resolve_discussion: boolean
  position: object | null
}

export interface Reaction {
  id: number
  name: string
  user_id: number
  created_at: string
}

export interface CiVariable {
  key: string
  value: string
  variable_type: string
  protected: boolean
  masked: boolean
  hidden: boolean
  raw: boolean
  environment_scope: string
  description: string | null
}

export interface Protection {
  id: number
  name: string
  push: number
  merge: number
  allow_force_push: boolean
}

export interface Schedule {
  id: number
  description: string
  ref: string
  cron: string
  cron_timezone: string
  active: boolean
  created_at: string
  updated_at: string
  last_pipeline_id: number | null
}

export interface TestCase {
  name: string
  classname: string
  status: 'success' | 'failed' | 'skipped' | 'error'
  execution_time: number
  system_output: string | null
}

export interface Todo {
  id: number
  action_name: string
  author_id: number
  project_id: number
  target_type: 'Issue' | 'MergeRequest'
  target_iid: number
  state: 'pending' | 'done'
  created_at: string
}

export interface Environment {
  id: number
  name: string
  tier: string
  state: 'available' | 'stopped'
  external_url: string | null
  description: string | null
  created_at: string
  updated_at: string
}

export interface Deployment {
  id: number
  iid: number
  environment_id: number
  ref: string
  sha: string
  status: string
  /** The pipeline whose job deployed. */
  pipeline_id: number
  created_at: string
  updated_at: string
}

/** Its events are named as in the API, such as `push_events`. */
export interface Hook {
  id: number
  url: string
  name: string
  description: string
  /** Never returned. */
  token: string | null
  events: ReadonlySet<string>
  push_events_branch_filter: string
  enable_ssl_verification: boolean
  created_at: string
  deliveries: Delivery[]
}

/** A file that a text refers to, by a secret. */
export interface Upload {
  id: number
  secret: string
  filename: string
  bytes: Buffer
  created_at: string
}

export interface ExternalStatus {
  id: number
  sha: string
  ref: string
  status: string
  name: string
  description: string | null
  target_url: string | null
  coverage: number | null
  created_at: string
}

export interface Package {
  id: number
  name: string
  version: string
  package_type: string
  status: string
  created_at: string
  /** Content of each file, by name. */
  files: Map<string, Buffer>
}

export interface Delivery {
  id: number
  trigger: string
  response_status: string
  request_data: object
  response_body?: string
}

export interface MergeRequest {
  id: number
  iid: number
  title: string
  description: string
  state: 'opened' | 'closed' | 'merged'
  source_branch: string
  target_branch: string
  /** The fork that contains the source branch. Default: the project itself. */
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
  draft_notes?: DraftNote[]
  /** Number of requests until the merge status is known. */
  unsettled: number
  rebasing: boolean
  merge_error: string | null
  merge_commit_sha: string | null
  /** Set once it is closed or merged. */
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
  /** It waits for a manual start. */
  manual: boolean
  /** Start time, past or future; milliseconds since 1970. */
  starts: number
  takes_ms: number
  fate: 'success' | 'failed'
  canceled: boolean
  /** True if a later run replaced it. */
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
  /** The `workflow:name` of its configuration. */
  name?: string
  /** Errors of its configuration: it has no jobs. */
  yaml_errors?: string
  coverage?: string
  /** Pipelines that its trigger jobs started. */
  downstream?: { project_id: number; pipeline_id: number }[]
  /** Report of its tests, by job. */
  tests?: Map<string, TestCase[]>
  jobs: Job[]
}

interface Link {
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
  /** Previous paths. */
  previous_paths: string[]
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
  variables?: CiVariable[]
  schedules?: Schedule[]
  protections?: Protection[]
  environments?: Environment[]
  deployments?: Deployment[]
  hooks?: Hook[]
  uploads?: Upload[]
  statuses?: ExternalStatus[]
  packages?: Package[]
  forked_from_id?: number
  settings?: Record<string, unknown>
}

export interface State {
  users: User[]
  groups: Group[]
  projects: Project[]
  todos?: Todo[]
  /** Returns a new ID, unique over all resources. */
  nextId: () => number
}
