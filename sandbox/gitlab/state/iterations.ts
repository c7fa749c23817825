import { dayAt } from './time.ts'

const iteration = (number: number, state: number, start_date: string, due_date: string, title: string | null) => ({
  id: 50 + number,
  iid: number,
  sequence: number,
  group_id: 10,
  title,
  description: null,
  state,
  created_at: dayAt(1),
  updated_at: dayAt(1),
  start_date,
  due_date,
  web_url: `https://gitlab.example.com/groups/acme/-/iterations/${50 + number}`
})

/** Iterations of the group acme. State: 1 upcoming, 2 current, 3 closed. */
export const ITERATIONS = [
  iteration(1, 3, '2026-01-05', '2026-01-18', null),
  iteration(2, 2, '2026-01-19', '2026-02-01', 'Forms'),
  iteration(3, 1, '2026-02-02', '2026-02-15', null)
]
