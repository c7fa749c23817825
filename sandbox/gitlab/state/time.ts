const DAY_MS = 86_400_000
const BEGUN = Date.parse('2026-01-05T08:00:00.000Z')

/** So many days after the world of the stand-in began. */
export const dayAt = (days: number): string => new Date(BEGUN + days * DAY_MS).toISOString()
