/** A person to erase: every name, and the objects and types whose names contain one of them. */
export type Person = { names: string[]; objects: number[]; types: string[] }

/**
 * What an erasure can concern: a link, the texts of an object that stays, an episode, or an object. In the order in which they are listed
 * and erased: an object last, since its links go with it.
 */
export const PART_KINDS = ['link', 'text', 'episode', 'object'] as const
export type PartKind = (typeof PART_KINDS)[number]

export interface Part {
  kind: PartKind
  id: number
}
