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
