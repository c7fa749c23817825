const LONGEST = 60

/** A text as a question to a person shows it. */
export const brief = (text: string): string =>
  Array.from(text).length > LONGEST ? `${Array.from(text).slice(0, LONGEST).join('')}…` : text

export const tripleSaid = ({ from, relation, to }: { from: string; relation: string; to: string }): string =>
  `${brief(from)} -[${brief(relation)}]-> ${brief(to)}`
