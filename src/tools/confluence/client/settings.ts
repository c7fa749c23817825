import type { Static } from 'typebox'
import type { settings as schema } from '../settings.ts'

export type Settings = Static<typeof schema>

type Auth = 'basic' | 'scoped' | 'oauth' | 'pat' | 'password'

/** URL and credentials of an instance. */
export interface Site {
  deployment: 'cloud' | 'datacenter'
  auth: Auth
  /** URL of the site with its context path, without a trailing slash. */
  base: string
  /** Atlassian's API gateway lacks most of version 1. */
  gateway: boolean
  authorization: string
  secrets: string[]
}

const GATEWAY_HOST = 'api.atlassian.com'
const CLOUD_HOST = /(^|\.)(atlassian\.net|jira\.com|jira-dev\.com)$/

/** Reads the settings of one way to authenticate. Throws an Error that names what is missing. */
export function siteOf(settings: Settings): Site {
  const deployment = deploymentOf(settings)
  const auth = settings.auth ?? guessedAuth(settings, deployment)
  const { authorization, secrets } = credentialOf(settings, auth)
  if (deployment === 'cloud' && (auth === 'pat' || auth === 'password')) throw new Error(`auth ${auth} is for Data Center, not for Cloud`)
  if (deployment === 'datacenter' && (auth === 'scoped' || auth === 'oauth'))
    throw new Error(`auth ${auth} is for Cloud, not for Data Center`)
  const gateway = auth === 'scoped' || auth === 'oauth'
  return { deployment, auth, gateway, base: baseOf(settings, deployment, gateway), authorization, secrets }
}

function deploymentOf({ type, url, cloud_id }: Settings): Site['deployment'] {
  if (type !== undefined) return type === 'cloud' ? 'cloud' : 'datacenter'
  const { hostname } = new URL(url)
  return cloud_id !== undefined || hostname === GATEWAY_HOST || CLOUD_HOST.test(hostname) ? 'cloud' : 'datacenter'
}

function guessedAuth({ url, email, username, cloud_id }: Settings, deployment: Site['deployment']): Auth {
  if (deployment === 'datacenter') return username === undefined && email === undefined ? 'pat' : 'password'
  const throughGateway = cloud_id !== undefined || cloudIdIn(url) !== undefined
  if (email !== undefined) return throughGateway ? 'scoped' : 'basic'
  if (throughGateway) return 'oauth'
  throw new Error('email is missing: Cloud needs an email address and an API token, or a token with cloud_id')
}

function credentialOf({ email, username, token, password }: Settings, auth: Auth): Pick<Site, 'authorization' | 'secrets'> {
  const secret = auth === 'password' ? (password ?? token) : token
  const user = auth === 'password' ? (username ?? email) : email
  if (secret === undefined) throw new Error(`${auth === 'password' ? 'password' : 'token'} is missing`)
  if (auth === 'oauth' || auth === 'pat') return { authorization: `Bearer ${secret}`, secrets: [secret] }
  if (user === undefined) throw new Error(`${auth === 'password' ? 'username' : 'email'} is missing`)
  const basic = Buffer.from(`${user}:${secret}`).toString('base64')
  return { authorization: `Basic ${basic}`, secrets: [secret, basic] }
}

const cloudIdIn = (url: string): string | undefined => /\/ex\/confluence\/([^/]+)/.exec(url)?.[1]

/** Normalizes the URL: it may be written with or without /wiki, trailing slashes and the path of the API. */
function baseOf({ url, cloud_id }: Settings, deployment: Site['deployment'], gateway: boolean): string {
  const { origin, hostname, pathname } = new URL(url)
  if (deployment === 'datacenter') return origin + pathname.replace(/\/(rest\/api)?\/*$/, '')
  if (!gateway) return `${origin}/wiki`
  const cloudId = cloud_id ?? cloudIdIn(url)
  if (cloudId === undefined) throw new Error('cloud_id is missing: it identifies the site at the API gateway of Atlassian')
  const host = CLOUD_HOST.test(hostname) ? `https://${GATEWAY_HOST}` : origin
  return `${host}/ex/confluence/${cloudId}/wiki`
}
