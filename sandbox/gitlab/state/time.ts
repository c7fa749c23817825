const DAY_MS = 86_400_000
const BEGUN = Date.parse('2026-01-05T08:00:00.000Z')

/** Returns the time `days` days after the start of the seed data. */
export const dayAt = (days: number): string => new Date(BEGUN + days * DAY_MS).toISOString()
