/** How long texts may be, in characters, and how many attributes an object may have. */
export const LONGEST = { name: 300, type: 60, relation: 200, fact: 2000, summary: 2000, source: 500, text: 50_000, attributes: 30 } as const
