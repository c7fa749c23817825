import type { ApiAttendee } from './api.ts'
import { sentWhen } from './when.ts'

/** A type, since a job keeps some: an interface is no JSON. */
export type Guest = {
  email: string
  name?: string
  optional?: boolean
}

export interface Reminder {
  method: 'popup' | 'email'
  minutes: number
}

/** What a caller says of an event. */
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
}

/** The same in Google's words; only what is given. */
export function contentIn({ start, end, time_zone, shows_as, color_id, reminders, ...input }: Content) {
  const { summary, description, location, visibility } = input
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(visibility !== undefined && { visibility }),
    ...(start !== undefined && { start: sentWhen(start, time_zone) }),
    ...(end !== undefined && { end: sentWhen(end, time_zone) }),
    ...(shows_as !== undefined && { transparency: transparencyOf(shows_as) }),
    ...(color_id !== undefined && { colorId: color_id }),
    ...(reminders !== undefined && { reminders: { useDefault: false, overrides: reminders } })
  }
}

export const transparencyOf = (shows_as: 'busy' | 'free'): string => (shows_as === 'free' ? 'transparent' : 'opaque')

export const guestIn = ({ email, name, optional }: Guest): ApiAttendee => ({
  email,
  ...(name !== undefined && { displayName: name }),
  ...(optional === true && { optional })
})

const sameAddress = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase()

/** The guests with some added and some taken away. All others stay, with their answers: Google replaces the whole list by what is sent. */
export function guestsAfter(before: readonly ApiAttendee[], add: readonly Guest[], remove: readonly string[]): ApiAttendee[] {
  const staying = before.filter(({ email }) => !remove.some(gone => sameAddress(email, gone)))
  const coming = add.filter(({ email }) => !staying.some(guest => sameAddress(guest.email, email)))
  return [...staying, ...coming.map(guestIn)]
}

export const isGuest = (guests: readonly ApiAttendee[], email: string): boolean => guests.some(guest => sameAddress(guest.email, email))
