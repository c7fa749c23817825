import { closeSync, fchmodSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type ProcessEnvironment, readEnvironment } from '../config/environment.ts'
import { inWords } from '../config/problems.ts'
import { LOGIN_SCOPES, LoginError, signIn } from '../lib/google/login.ts'
import { GOOGLE_URLS } from '../lib/google/settings.ts'
import type { Outcome } from './outcome.ts'

const OPTIONS = {
  scopes: { type: 'string' },
  port: { type: 'string', default: '0' },
  timeout: { type: 'string', default: '300' },
  into: { type: 'string' }
} as const

const NAMES = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_AUTH_URL', 'GOOGLE_TOKEN_URL']

const NO_CLIENT = `Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. To create an OAuth client, open https://console.cloud.google.com/apis/credentials, create
credentials of the type "OAuth client ID" for a desktop app, and enable the Gmail API and the Google Calendar API for the project.`

/** `toolgate google login`: a user grants access in a browser; prints the refresh token to set. */
export async function googleLogin(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { scopes = LOGIN_SCOPES.join(), port, timeout, into } = parseArgs({ args: words, options: OPTIONS }).values
  const { values, problems } = readEnvironment(env, NAMES)
  if (problems.length > 0) return { code: 1, err: problems.map(inWords).join('\n') }
  const { GOOGLE_CLIENT_ID: client_id, GOOGLE_CLIENT_SECRET: client_secret } = values
  if (client_id === undefined || client_secret === undefined) return { code: 1, err: NO_CLIENT }
  const [atPort, seconds] = [Number(port), Number(timeout)]
  if (!Number.isInteger(atPort) || atPort < 0 || atPort > 65_535) return misuse(`--port must be a number from 0 to 65535 (got ${port})`)
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) return misuse(`--timeout must be between 1 and ${MAX_SECONDS} seconds (got ${timeout})`)
  const { GOOGLE_AUTH_URL: auth_url = GOOGLE_URLS.auth, GOOGLE_TOKEN_URL: token_url = GOOGLE_URLS.token } = values
  const wrong = Object.entries({ GOOGLE_AUTH_URL: auth_url, GOOGLE_TOKEN_URL: token_url }).find(([, url]) => !/^https?:\/\/\S+$/.test(url))
  if (wrong) return { code: 1, err: `${wrong[0]} must be an http:// or https:// URL (got ${wrong[1]})` }
  try {
    const { refresh_token, refused_scopes } = await signIn({
      client_id,
      client_secret,
      auth_url,
      token_url,
      scopes: scopes.split(',').flatMap(scope => scope.trim() || []),
      port: atPort,
      timeout_ms: seconds * 1000,
      show: url => process.stderr.write(`Open this URL in a browser on this machine, and grant access:\n\n  ${url}\n\n`)
    })
    return { code: 0, out: output(refresh_token, into), ...(refused_scopes.length > 0 && { err: lacking(refused_scopes) }) }
  } catch (error) {
    if (error instanceof LoginError) return { code: 1, err: `toolgate google login: ${error.message}` }
    throw error
  }
}

const MAX_SECONDS = 3600

const misuse = (message: string): Outcome => ({ code: 2, err: `toolgate google login: ${message}` })

/** Stores the token in a file that only its owner can read, or returns it for the environment. */
function output(refresh_token: string, into: string | undefined): string {
  if (into === undefined)
    return `Access granted. Set this variable in addition to GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, and keep it secret:\n\n  GOOGLE_REFRESH_TOKEN=${refresh_token}`
  try {
    writePrivately(into, `${refresh_token}\n`)
  } catch (error) {
    throw new LoginError(`The token could not be stored: ${error instanceof Error ? error.message : error}. Choose another file.`)
  }
  return `Access granted. The refresh token is in ${into}: set GOOGLE_REFRESH_TOKEN_FILE=${into}`
}

/** An existing file keeps its permissions when it is written, so they are narrowed first. */
function writePrivately(file: string, text: string): void {
  const descriptor = openSync(file, 'a', 0o600)
  try {
    fchmodSync(descriptor, 0o600)
    ftruncateSync(descriptor)
    writeFileSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}

const lacking = (scopes: string[]): string =>
  `The account did not grant ${scopes.join(' and ')}: operations that need this access are refused. To grant it, run the command again.`
