import { brief } from '../../lib/format.ts'

export const tripleSaid = ({ from, relation, to }: { from: string; relation: string; to: string }): string =>
  `${brief(from)} -[${brief(relation)}]-> ${brief(to)}`
