import { type Client, createClient, ToolgateError } from '../client/client.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'

/** The gateway that commands speak with: TOOLGATE_URL, by default the one on this machine, with the key of TOOLGATE_KEY where it needs one. */
export function remote({ TOOLGATE_URL, TOOLGATE_KEY: key, PORT = '8080' }: ProcessEnvironment): Client {
  return createClient({ url: TOOLGATE_URL || `http://127.0.0.1:${PORT}`, ...(key && { key }) })
}

/** What a command comes to; a failed call is said in words, with what to do about it. */
export async function told(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ToolgateError)
      return isMisset(error) ? { code: 2, err: `TOOLGATE_URL: ${error.message}` } : { code: 1, err: inWords(error) }
    if (error instanceof TypeError && error.cause instanceof Error)
      return {
        code: 1,
        err: `The gateway cannot be reached (${error.cause.message}). Is it running? TOOLGATE_URL says where it is looked for.`
      }
    throw error
  }
}

/** Nothing was asked, since the client could not be made. */
const isMisset = ({ status, code }: ToolgateError): boolean => status === 0 && code === 'CONFIGURATION_ERROR'

function inWords({ code, message, details }: ToolgateError): string {
  const { issues, suggestions } = details
  const wrong = Array.isArray(issues)
    ? issues.map(({ path, message, expected }) => `- ${path} ${message}${expected ? ` (${expected})` : ''}`)
    : []
  const advice = Array.isArray(suggestions) ? suggestions.map(text => `> ${text}`) : []
  return [`${code}: ${message}`, ...wrong, ...advice].join('\n')
}
