import type { ApiEvent } from './api.ts'
import type { Change, Properties } from './bulk-change.ts'
import type { EventQuery } from './bulk-select.ts'
import { type Content, type Guest, guestsAfter, transparencyOf } from './content.ts'
import { CLEARABLE, type Clearable } from './update.ts'

/** The same change for every event. */
export type Update = Pick<Content, 'summary' | 'description' | 'location' | 'shows_as' | 'visibility' | 'color_id'> & {
  add_attendees: Guest[]
  remove_attendees: string[]
  clear: Clearable[]
}

export type UpdateQuery = EventQuery & { set: Properties; add: Guest[]; remove: string[] }

/** What is the same for every event, in Google's words. */
export const propertiesOf = ({ summary, description, location, shows_as, visibility, color_id, clear }: Update): Properties => ({
  ...(summary !== undefined && { summary }),
  ...(description !== undefined && { description }),
  ...(location !== undefined && { location }),
  ...(visibility !== undefined && { visibility }),
  ...(shows_as !== undefined && { transparency: transparencyOf(shows_as) }),
  ...(color_id !== undefined && { colorId: color_id }),
  ...Object.fromEntries(clear.map(name => [CLEARABLE[name], null]))
})

/** Guests depend on who is invited already: all others stay. */
export const updateOf =
  ({ set, add, remove }: UpdateQuery): Change =>
  event => {
    if (add.length + remove.length === 0) return set
    if (event.attendeesOmitted === true) return 'Google does not tell all its guests: to change some would remove the others'
    return { ...set, attendees: guestsOf(event, add, remove) }
  }

const guestsOf = ({ attendees = [] }: ApiEvent, add: Guest[], remove: string[]) =>
  guestsAfter(attendees, add, remove).map(guest => ({ ...guest }))
