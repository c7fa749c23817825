import { GUEST_RIGHTS } from '../../inputs.ts'
import type { ApiAttachment, ApiAttendee, ApiEvent } from '../api.ts'
import { toApiTime } from '../event-time.ts'

/** A type rather than an interface, which is not assignable to Json: jobs store guests. */
export type Guest = {
  email: string
  name?: string
  optional?: boolean
}

interface Reminder {
  method: 'popup' | 'email'
  minutes: number
}

export type GuestRight = (typeof GUEST_RIGHTS)[number]

/** The content of an event, as the caller gives it. */
export interface Content {
  summary?: string
  start?: string
  end?: string
  time_zone?: string
  description?: string
  location?: string
  shows_as?: 'busy' | 'free'
  visibility?: 'default' | 'public' | 'private'
  color_id?: string
  reminders?: Reminder[]
  guests_can?: GuestRight[]
}

/** Returns the given properties in the form of Google's API. */
export function toApiContent({ start, end, time_zone, shows_as, color_id, reminders, guests_can, ...input }: Content) {
  const { summary, description, location, visibility } = input
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(visibility !== undefined && { visibility }),
    ...(start !== undefined && { start: toApiTime(start, time_zone) }),
    ...(end !== undefined && { end: toApiTime(end, time_zone) }),
    ...(shows_as !== undefined && { transparency: transparencyOf(shows_as) }),
    ...(color_id !== undefined && { colorId: color_id }),
    ...(reminders !== undefined && { reminders: { useDefault: false, overrides: reminders } }),
    ...(guests_can !== undefined && {
      guestsCanModify: guests_can.includes('modify'),
      guestsCanInviteOthers: guests_can.includes('invite_others'),
      guestsCanSeeOtherGuests: guests_can.includes('see_other_guests')
    })
  }
}

/** Returns what guests may do. Google omits a property that has its default. */
export function guestRightsOf({
  guestsCanModify = false,
  guestsCanInviteOthers = true,
  guestsCanSeeOtherGuests = true
}: ApiEvent): GuestRight[] {
  const has = { modify: guestsCanModify, invite_others: guestsCanInviteOthers, see_other_guests: guestsCanSeeOtherGuests }
  return GUEST_RIGHTS.filter(right => has[right])
}

export const transparencyOf = (shows_as: 'busy' | 'free'): string => (shows_as === 'free' ? 'transparent' : 'opaque')

export const toApiGuest = ({ email, name, optional }: Guest): ApiAttendee => ({
  email,
  ...(name !== undefined && { displayName: name }),
  ...(optional === true && { optional })
})

/** A file of Google Drive to attach. */
export interface File {
  url: string
  title?: string
}

export const toApiFile = ({ url, title }: File): ApiAttachment => ({ fileUrl: url, ...(title !== undefined && { title }) })

/** Returns the files after a change: Google replaces the whole list. */
export function filesAfter(before: readonly ApiAttachment[], add: readonly File[], remove: readonly string[]): ApiAttachment[] {
  const remaining = before.filter(({ fileUrl = '' }) => !remove.includes(fileUrl))
  return [...remaining, ...add.filter(({ url }) => !remaining.some(({ fileUrl }) => fileUrl === url)).map(toApiFile)]
}

/** Returns the request for a Google Meet meeting. The same request ID again creates no second meeting. */
export const newMeeting = (requestId: string) => ({ createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } })

/** Parameters without which Google ignores meetings and attachments. */
export const WITH_MEETING = { conferenceDataVersion: 1 } as const
export const WITH_FILES = { supportsAttachments: true } as const

const sameAddress = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

/** Returns the guest list after a change. It includes all other guests with their responses, because Google replaces the whole list. */
export function guestsAfter(before: readonly ApiAttendee[], add: readonly Guest[], remove: readonly string[]): ApiAttendee[] {
  const remaining = before.filter(({ email }) => !remove.some(removed => sameAddress(email, removed)))
  const added = add.filter(({ email }) => !remaining.some(guest => sameAddress(guest.email, email)))
  return [...remaining, ...added.map(toApiGuest)]
}

export const isGuest = (guests: readonly ApiAttendee[], email: string): boolean => guests.some(guest => sameAddress(guest.email, email))
