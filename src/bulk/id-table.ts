/** Finds the places of ids in a list by a 32-bit sum of each, in 8 bytes a slot. */
export interface IdTable {
  size: () => number
  /** Adds the next place of the list. */
  add: (sum: number) => void
  /** Places whose id has this sum. */
  find: (sum: number) => readonly number[]
}

const FIRST_SLOTS = 1_024
const NOWHERE: readonly number[] = []

/** Open addressing: a slot is free where its place is 0, hence places count from 1. */
export function createIdTable(): IdTable {
  let slots = emptySlots(FIRST_SLOTS)
  let size = 0

  function put(sum: number, place: number): void {
    const { sums, places } = slots
    let at = sum % places.length
    while (places[at] !== 0) at = (at + 1) % places.length
    sums[at] = sum
    places[at] = place
  }

  function grow(): void {
    const { sums, places } = slots
    slots = emptySlots(2 * places.length)
    for (const [at, place] of places.entries()) if (place !== 0) put(sums[at] ?? 0, place)
  }

  return {
    size: () => size,
    add(sum) {
      if (size >= 0.7 * slots.places.length) grow()
      size += 1
      put(sum, size)
    },
    find(sum) {
      const { sums, places } = slots
      let found = NOWHERE
      for (let at = sum % places.length; places[at] !== 0; at = (at + 1) % places.length) {
        if (sums[at] === sum) found = [...found, (places[at] ?? 0) - 1]
      }
      return found
    }
  }
}

const emptySlots = (many: number) => ({ sums: new Uint32Array(many), places: new Uint32Array(many) })
