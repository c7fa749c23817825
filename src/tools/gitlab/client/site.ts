import type { Static } from 'typebox'
import type { settings as schema } from '../settings.ts'

export type Settings = Static<typeof schema>

type Auth = 'token' | 'oauth' | 'job'

/** URLs and credentials of one instance. */
export interface Site {
  /** URL to open in a browser, including a relative URL root, without a trailing slash. */
  base: string
  /** Base URL of the API. */
  api: string
  auth: Auth
  headers: Record<string, string>
  secrets: string[]
  defaultProject: string | undefined
}

/** The URL setting may include the path of the API, and a relative URL root. */
export function siteOf(settings: Settings): Site {
  const { origin, pathname } = new URL(settings.url)
  const base =
    origin +
    pathname
      .replace(/(?<!\/)\/+$/, '')
      .replace(/\/api\/v4$/, '')
      .replace(/(?<!\/)\/+$/, '')
  const auth = settings.auth ?? (settings.token.startsWith('glcbt-') ? 'job' : 'token')
  return {
    base,
    api: `${base}/api/v4`,
    auth,
    headers: HEADERS[auth](settings.token),
    secrets: [settings.token],
    defaultProject: settings.default_project
  }
}

/** Tokens are sent in headers, never in the URL: URLs end up in logs. */
const HEADERS: Readonly<Record<Auth, (token: string) => Record<string, string>>> = {
  token: token => ({ 'private-token': token }),
  oauth: token => ({ authorization: `Bearer ${token}` }),
  job: token => ({ 'job-token': token })
}
