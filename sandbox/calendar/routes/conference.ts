import { createHash } from 'node:crypto'
import { badRequest } from '../refusals.ts'
import type { Conference, Content } from '../state/model.ts'
import type { Sent } from './content.ts'

const MEET = 'hangoutsMeet'

type Written = Pick<Content, 'conferenceData' | 'hangoutLink'>

/**
 * The conference of an event as the request leaves it: created, copied or, with null, removed. Empty if the request does not concern it: clients
 * that do not send `conferenceDataVersion=1` know no conferences.
 */
export function conferenceIn({ conferenceData: sent }: Sent, version = '0', before?: Conference): Written {
  if (version !== '0' && version !== '1') throw badRequest(`Invalid value '${version}'. Values must be within the range: [0, 1]`)
  if (version === '0' || sent === undefined) return {}
  if (sent === null) return { conferenceData: undefined, hangoutLink: undefined }
  const { createRequest } = sent
  if (createRequest === undefined) return { conferenceData: sent, hangoutLink: linkOf(sent) }
  const { requestId, conferenceSolutionKey: { type = MEET } = {} } = createRequest
  if (!requestId) throw badRequest('Missing conference create request id.', 'required')
  if (type !== MEET) throw badRequest('Invalid conference type value.')
  // The same request again creates nothing.
  if (before?.createRequest?.requestId === requestId) return {}
  const created = meeting(requestId)
  return { conferenceData: created, hangoutLink: linkOf(created) }
}

const linkOf = ({ entryPoints = [] }: Conference): string | undefined =>
  entryPoints.find(({ entryPointType }) => entryPointType === 'video')?.uri

function meeting(requestId: string): Conference {
  const conferenceId = codeOf(requestId)
  const label = `meet.google.com/${conferenceId}`
  const key = { type: MEET }
  return {
    createRequest: { requestId, conferenceSolutionKey: key, status: { statusCode: 'success' } },
    entryPoints: [{ entryPointType: 'video', uri: `https://${label}`, label }],
    conferenceSolution: { key, name: 'Google Meet' },
    conferenceId
  }
}

/** Returns a meeting code of ten letters, such as `abc-defg-hij`. */
function codeOf(requestId: string): string {
  const letters = [...createHash('sha256').update(requestId).digest()].map(byte => String.fromCharCode(97 + (byte % 26))).join('')
  return `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7, 10)}`
}
