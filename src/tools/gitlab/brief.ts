const LONGEST = 60

/** A text as a question to a person shows it. */
export const brief = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
