import { emptyProject } from './empty-project.ts'
import type { CiVariable, Group, Issue, Member, Note, Project, State, Todo, User } from './model.ts'
import { newVariable } from './new-variable.ts'
import { seedDocuments } from './seed-documents.ts'
import { seedMergeRequests } from './seed-merge-requests.ts'
import { seedPipelines } from './seed-pipelines.ts'
import { seedRepository } from './seed-repository.ts'
import { dayAt } from './time.ts'

const user = (id: number, username: string, name: string, more: Partial<User> = {}): User => ({
  id,
  username,
  name,
  email: `${username}@example.com`,
  state: 'active',
  bot: false,
  is_admin: false,
  created_at: dayAt(-400 + id),
  ...more
})

const group = (id: number, full_path: string, name: string, parent_id: number | null, members: Member[]): Group => ({
  id,
  full_path,
  name,
  description: `Projects of ${name}.`,
  visibility: 'internal',
  parent_id,
  created_at: dayAt(-300 + id),
  members
})

const project = (id: number, path: string, name: string, more: Partial<Project> = {}): Project =>
  emptyProject({
    id,
    path,
    name,
    description: `${name} of Acme.`,
    default_branch: 'main',
    commit_count: 1,
    created_at: dayAt(id),
    last_activity_at: dayAt(200 + id),
    ...more
  })

/** Returns the initial state, always the same. acme/web is for reading, acme/playground for writing. */
export function seedState(): State {
  let last = 1000
  const nextId = (): number => ++last
  const users = [
    user(1, 'sam', 'Sam Sandbox'),
    user(2, 'ada', 'Ada Lovelace', { is_admin: true }),
    user(3, 'bea', 'Bea Builder'),
    user(4, 'chen', 'Chen Wei'),
    user(5, 'renovate', 'Renovate', { bot: true })
  ]
  const members = [2, 3, 4].map(user_id => ({ user_id, access_level: user_id === 2 ? 50 : 30 }))
  const groups = [group(10, 'acme', 'Acme', null, members), group(11, 'acme/platform', 'Platform', 10, [{ user_id: 4, access_level: 40 }])]
  const projects = [
    project(1, 'acme/web', 'Web', { previous_paths: ['acme/website'], topics: ['site'], star_count: 3, commit_count: 42 }),
    project(2, 'acme/platform/tools', 'Tools', { visibility: 'internal' }),
    project(3, 'acme/playground', 'Playground'),
    project(4, 'acme/sandpit', 'Sandpit'),
    project(5, 'sam/dotfiles', 'Dotfiles', { visibility: 'public', default_branch: null, commit_count: 0 })
  ]
  const state: State = { users, groups, projects, nextId }
  state.todos = seedTodos()
  for (const one of projects.slice(0, 4)) {
    plan(state, one)
    one.variables = [variable('DEPLOY_TOKEN', { masked: true, protected: true }), variable('REGION', { environment_scope: 'production' })]
  }
  for (const one of groups) one.variables = [variable('REGISTRY', {})]
  const [web, , playground] = projects
  if (web) fill(state, web, 45)
  if (playground) fill(state, playground, 12)
  for (const one of projects.slice(0, 4)) {
    one.repository = seedRepository(one.id)
    seedMergeRequests(state, one)
    seedPipelines(one)
    seedDocuments(one)
  }
  return state
}

const seedTodos = (): Todo[] => [
  {
    id: 501,
    action_name: 'review_requested',
    author_id: 4,
    project_id: 1,
    target_type: 'MergeRequest',
    target_iid: 1,
    state: 'pending',
    created_at: dayAt(31)
  },
  {
    id: 502,
    action_name: 'mentioned',
    author_id: 3,
    project_id: 3,
    target_type: 'Issue',
    target_iid: 1,
    state: 'pending',
    created_at: dayAt(12)
  }
]

const variable = (key: string, more: Partial<CiVariable>): CiVariable => ({
  ...newVariable(key, 'sandbox-secret-value'),
  ...more
})

function plan({ nextId }: State, one: Project): void {
  const label = (name: string, color: string) => ({ id: nextId(), name, color, description: '', priority: null })
  one.labels = [label('bug', '#d9534f'), label('feature', '#428bca'), label('question', '#8e44ad')]
  const due_date = '2026-03-31'
  const times = { created_at: dayAt(3), updated_at: dayAt(3) }
  one.milestones = [
    { id: nextId(), iid: 1, title: 'Spring release', description: '', state: 'active', due_date, start_date: '2026-01-05', ...times },
    { id: nextId(), iid: 2, title: 'Old release', description: '', state: 'closed', due_date: null, start_date: null, ...times }
  ]
}

const TITLES = [
  'The form loses what was typed',
  'Write the price list',
  'Search finds nothing',
  'Speed the start page up',
  'Translate the footer'
]

function fill(state: State, one: Project, count: number): void {
  for (let iid = 1; iid <= count; iid++) one.issues.push(issue(state, one, iid))
  const [first, second, third] = one.issues
  if (!first || !second || !third) return
  first.notes = [
    note(state, 3, 'Seen with Firefox, too.', 11),
    note(state, 1, 'assigned to @bea', 12, true),
    note(state, 4, 'Is it urgent?', 13)
  ]
  const [fourth, fifth] = one.issues.slice(3)
  if (one.path === 'acme/playground' && fourth && fifth) one.links.push({ id: 710, source: fourth, target: fifth, link_type: 'relates_to' })
  if (one.path === 'acme/web') one.links.push({ id: state.nextId(), source: first, target: second, link_type: 'relates_to' })
}

function issue({ nextId }: State, one: Project, iid: number): Issue {
  const closed = iid % 5 === 3
  return {
    id: nextId(),
    iid,
    title: iid <= TITLES.length ? (TITLES[iid - 1] ?? '') : `${TITLES[iid % TITLES.length]} (${iid})`,
    description: `As agreed on day ${iid}.\n\n- [ ] look\n- [ ] do`,
    state: closed ? 'closed' : 'opened',
    labels: iid % 3 === 1 ? ['bug', 'question'] : iid % 3 === 2 ? ['feature'] : [],
    milestone_id: iid % 4 === 1 ? (one.milestones[0]?.id ?? null) : null,
    author_id: 1 + (iid % 4),
    assignee_ids: iid % 2 === 1 ? [3] : [],
    due_date: iid % 6 === 1 ? '2026-04-01' : null,
    confidential: iid % 11 === 0,
    issue_type: 'issue',
    weight: null,
    discussion_locked: false,
    moved_to_id: null,
    created_at: dayAt(10 + iid),
    updated_at: dayAt(60 + iid),
    closed_at: closed ? dayAt(50 + iid) : null,
    notes: []
  }
}

function note({ nextId }: State, author_id: number, body: string, day: number, system = false): Note {
  return { id: nextId(), body, author_id, system, internal: false, created_at: dayAt(day), updated_at: dayAt(day) }
}
