import type { ApiEvent } from '../api.ts'
import { type Content, type Guest, guestsAfter, transparencyOf } from '../events/content.ts'
import { CLEARABLE, type Clearable } from '../events/update.ts'
import type { Change, Properties } from './change.ts'
import type { EventQuery } from './select.ts'

/** A change that applies to every event. */
export type Update = Pick<Content, 'summary' | 'description' | 'location' | 'shows_as' | 'visibility' | 'color_id'> & {
  add_attendees: Guest[]
  remove_attendees: string[]
  clear: Clearable[]
}

export type UpdateQuery = EventQuery & { set: Properties; add: Guest[]; remove: string[] }

/** Returns the properties that are the same for every event, in the form of Google's API. */
export const propertiesOf = ({ summary, description, location, shows_as, visibility, color_id, clear }: Update): Properties => ({
  ...(summary !== undefined && { summary }),
  ...(description !== undefined && { description }),
  ...(location !== undefined && { location }),
  ...(visibility !== undefined && { visibility }),
  ...(shows_as !== undefined && { transparency: transparencyOf(shows_as) }),
  ...(color_id !== undefined && { colorId: color_id }),
  ...Object.fromEntries(clear.map(name => [CLEARABLE[name], null]))
})

/** Returns the change of one event. The guest list depends on the current guests, who stay. */
export const updateOf =
  ({ set, add, remove }: UpdateQuery): Change =>
  event => {
    if (add.length + remove.length === 0) return set
    if (event.attendeesOmitted === true) return 'Google did not return all its guests, so a change would remove those that are missing'
    return { ...set, attendees: guestsOf(event, add, remove) }
  }

const guestsOf = ({ attendees = [] }: ApiEvent, add: Guest[], remove: string[]) =>
  guestsAfter(attendees, add, remove).map(guest => ({ ...guest }))
