import { indexTerms } from '../../store/terms.ts'

/** Returns the words under which a link is found. */
export const linkWords = ({ fact, relation, source }: { fact: string; relation: string; source: string | null }): string[] => [
  ...new Set([fact, relation, source ?? ''].flatMap(indexTerms))
]
