import type { Static } from 'typebox'
import type { settings as schema } from '../settings.ts'

export type Settings = Static<typeof schema>

export type Auth = 'token' | 'oauth' | 'job'

/** Where one instance is, and how it is spoken to. */
export interface Site {
  /** Address for people, with the root that it has, without a slash at the end. */
  base: string
  /** Every path of the interface is below it. */
  api: string
  auth: Auth
  headers: Record<string, string>
  secrets: string[]
  defaultProject: string | undefined
}

/** The address may be given with or without the path of the interface, and below any root: it is settled here, once. */
export function siteOf(settings: Settings): Site {
  const { origin, pathname } = new URL(settings.url)
  const base =
    origin +
    pathname
      .replace(/\/+$/, '')
      .replace(/\/api\/v4$/, '')
      .replace(/\/+$/, '')
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

/** Never in the address: what is there ends in logs. */
const HEADERS: Readonly<Record<Auth, (token: string) => Record<string, string>>> = {
  token: token => ({ 'private-token': token }),
  oauth: token => ({ authorization: `Bearer ${token}` }),
  job: token => ({ 'job-token': token })
}
