import type { ComponentType } from 'preact'
import { ApprovalPage, Approvals } from '../pages/approvals/approvals.tsx'
import { CallPage } from '../pages/calls/call.tsx'
import { Calls } from '../pages/calls/calls.tsx'
import { Catalog } from '../pages/catalog/catalog.tsx'
import { Operation } from '../pages/catalog/operation.tsx'
import { JobPage } from '../pages/job/job.tsx'
import { Jobs } from '../pages/jobs/jobs.tsx'
import { ChangeKey, NewKey } from '../pages/keys/key-form.tsx'
import { KeyPage } from '../pages/keys/key-page.tsx'
import { Keys, NEW_KEY } from '../pages/keys/keys.tsx'
import { Overview } from '../pages/overview/overview.tsx'
import type { Place } from './router.ts'

/** A page of the console. */
export interface Route {
  /** Path below /console; a part that begins with a colon matches anything, and is passed to the page under that name. */
  path: string
  /** Title of the tab, and label in the navigation. */
  title: string
  /** Whether the navigation shows it. */
  nav?: true
  /** ID of an operation that the page cannot do without: a key that may not call it does not see the page. */
  needs?: string
  page: ComponentType<{ params: Readonly<Record<string, string>> }>
}

/** Every page, in the order of the navigation. To add a page, add a line. */
export const ROUTES: readonly Route[] = [
  { path: '', title: 'Overview', nav: true, page: Overview },
  { path: 'jobs', title: 'Jobs', nav: true, needs: 'jobs_list', page: Jobs },
  { path: 'jobs/:id', title: 'Job', needs: 'jobs_get', page: JobPage },
  { path: 'calls', title: 'Calls', nav: true, needs: 'calls_list', page: Calls },
  { path: 'calls/:id', title: 'Call', needs: 'calls_get', page: CallPage },
  { path: 'approvals', title: 'Approvals', nav: true, needs: 'approvals_list', page: Approvals },
  { path: 'approvals/:id', title: 'Approval', needs: 'approvals_get', page: ApprovalPage },
  { path: 'keys', title: 'Keys', nav: true, needs: 'keys_list', page: Keys },
  { path: `keys/${NEW_KEY}`, title: 'Create a key', needs: 'keys_create', page: NewKey },
  { path: 'keys/:id', title: 'Key', needs: 'keys_get', page: KeyPage },
  { path: 'keys/:id/change', title: 'Change the key', needs: 'keys_update', page: ChangeKey },
  { path: 'catalog', title: 'Catalog', nav: true, page: Catalog },
  { path: 'catalog/:id', title: 'Catalog', page: Operation }
]

export interface Match {
  route: Route
  params: Readonly<Record<string, string>>
}

/** Returns the page of a path; undefined if there is none. */
export function matchRoute({ parts }: Pick<Place, 'parts'>, routes: readonly Route[] = ROUTES): Match | undefined {
  for (const route of routes) {
    const pattern = route.path.split('/').filter(Boolean)
    if (pattern.length !== parts.length) continue
    const pairs = pattern.map((part, at) => [part, parts[at] ?? ''] as const)
    if (!pairs.every(([part, segment]) => part.startsWith(':') || part === segment)) continue
    return {
      route,
      params: Object.fromEntries(pairs.filter(([part]) => part.startsWith(':')).map(([part, segment]) => [part.slice(1), segment]))
    }
  }
  return undefined
}
