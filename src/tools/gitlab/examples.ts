/** Pending to-do items of the account, as the sandbox server has them. */
export const PENDING_TODOS = [
  {
    id: 501,
    action: 'review_requested',
    state: 'pending',
    author: { id: 4, username: 'chen', name: 'Chen Wei' },
    project: 'acme/web',
    target_type: 'MergeRequest',
    target_iid: 1,
    target_title: 'Add a dark mode',
    body: 'Add a dark mode',
    created_at: '2026-02-05T08:00:00.000Z',
    url: 'https://gitlab.example.com/acme/web/-/merge_requests/1'
  },
  {
    id: 502,
    action: 'mentioned',
    state: 'pending',
    author: { id: 3, username: 'bea', name: 'Bea Builder' },
    project: 'acme/playground',
    target_type: 'Issue',
    target_iid: 1,
    target_title: 'The form loses what was typed',
    body: 'The form loses what was typed',
    created_at: '2026-01-17T08:00:00.000Z',
    url: 'https://gitlab.example.com/acme/playground/-/issues/1'
  }
]

/** The deployments of acme/web, as the sandbox server has them. */
export const DEPLOYED = {
  id: 1001,
  iid: 1,
  status: 'success',
  environment: 'production',
  ref: 'main',
  sha: 'e51db501890941b56fc97f9977285c32c299aea8',
  user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
  job: { id: 1013, name: 'deploy', pipeline_id: 101 },
  created_at: '2026-03-17T08:00:00.000Z',
  updated_at: '2026-03-17T08:00:00.000Z'
}
export const FAILED_DEPLOYMENT = failedDeployment(1, 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343')

export const PRODUCTION = {
  id: 101,
  name: 'production',
  tier: 'production',
  state: 'available',
  external_url: 'https://acme.example.com',
  description: null,
  last_deployment: DEPLOYED,
  auto_stop_at: null,
  created_at: '2026-03-06T08:00:00.000Z',
  updated_at: '2026-03-17T08:00:00.000Z'
}

/** The review app of the project with this ID; `sha`: the latest commit of its branch. */
export const reviewApp = (project_id: number, sha: string) => ({
  ...PRODUCTION,
  id: project_id * 100 + 2,
  name: 'review/dark-mode',
  tier: 'development',
  external_url: 'https://dark-mode.acme.example.com',
  last_deployment: failedDeployment(project_id, sha)
})

function failedDeployment(project_id: number, sha: string) {
  const pipeline_id = project_id * 100 + 2
  return {
    ...DEPLOYED,
    id: project_id * 1000 + 2,
    iid: 2,
    status: 'failed',
    environment: 'review/dark-mode',
    ref: 'feature/dark-mode',
    sha,
    job: { id: pipeline_id * 10 + 3, name: 'deploy', pipeline_id },
    created_at: '2026-03-18T08:00:00.000Z',
    updated_at: '2026-03-18T08:00:00.000Z'
  }
}

/** A public project of a user. */
export const DOTFILES = {
  id: 5,
  path: 'sam/dotfiles',
  name: 'Dotfiles',
  description: 'Dotfiles of Acme.',
  visibility: 'public',
  default_branch: null,
  archived: false,
  topics: [],
  star_count: 0,
  open_issues_count: 0,
  url: 'https://gitlab.example.com/sam/dotfiles',
  created_at: '2026-01-10T08:00:00.000Z',
  last_activity_at: '2026-07-29T08:00:00.000Z'
}
