import type { Call } from '../../../contract/call.ts'
import type { DownloadRequest, Subject, UpstreamRequest } from '../../../lib/http/request.ts'

/** The properties of a call that the client uses. */
export type GitLabCall = Pick<Call<unknown>, 'signal' | 'observe' | 'warn' | 'truncate' | 'respond' | 'caller'>

/** Every request states what it is about, for error messages. The signal is that of the call. */
export type GitLabRequest = Omit<UpstreamRequest, 'signal' | 'subject'> & {
  subject: Subject
  /** The project or group of what GraphQL variables name only by ID. A key that is limited to projects must be allowed to use it. */
  namespace?: string
  /** Only rows of projects that the caller may use are returned, so that a key that is limited to projects may list several. */
  filtered?: boolean
}

export type GitLabDownload = GitLabRequest & Pick<DownloadRequest, 'may_redirect_to'>

/** An array parameter, in GitLab's notation: `iids[]=1&iids[]=2`. */
export const arrayParameter = (name: string, values: readonly (string | number)[] | undefined): Record<string, string[]> =>
  values === undefined ? {} : { [`${name}[]`]: values.map(String) }

/** GitLab takes labels as one comma-separated text; a label cannot contain a comma. */
export const joinLabels = (labels: readonly string[] | undefined): string | undefined => labels?.join(',')
