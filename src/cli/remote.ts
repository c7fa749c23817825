import { type Client, createClient, ToolgateError } from '../client/client.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { CLI_AGENT } from '../contract/record.ts'
import type { Outcome } from './outcome.ts'

/** Returns a client of the gateway at TOOLGATE_URL (default: the one on this machine), with the key TOOLGATE_KEY if it is set. */
export function remote({ TOOLGATE_URL, TOOLGATE_KEY: key, PORT = '8080' }: ProcessEnvironment): Client {
  const identified: typeof fetch = (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', CLI_AGENT)
    return fetch(url, { ...init, headers })
  }
  return createClient({ url: TOOLGATE_URL || `http://127.0.0.1:${PORT}`, fetch: identified, ...(key && { key }) })
}

/** Runs a command. A failed call becomes a message that states what went wrong and what to do. */
export async function runCommand(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ToolgateError)
      return isMisset(error) ? { code: 2, err: `TOOLGATE_URL: ${error.message}` } : { code: 1, err: inWords(error) }
    if (error instanceof TypeError && error.cause instanceof Error)
      return {
        code: 1,
        err: `The gateway cannot be reached (${error.cause.message}). Is it running? Set TOOLGATE_URL if it has another address.`
      }
    throw error
  }
}

/** The client could not be created, so nothing was sent. */
const isMisset = ({ status, code }: ToolgateError): boolean => status === 0 && code === 'CONFIGURATION_ERROR'

function inWords({ code, message, details }: ToolgateError): string {
  const { issues, suggestions } = details
  const wrong = Array.isArray(issues)
    ? issues.map(({ path, message, expected }) => `- ${path} ${message}${expected ? ` (${expected})` : ''}`)
    : []
  const advice = Array.isArray(suggestions) ? suggestions.map(text => `> ${text}`) : []
  return [`${code}: ${message}`, ...wrong, ...advice].join('\n')
}
