import { indexTerms } from '../../store/terms.ts'
import { attributeText } from './attributes.ts'

/** Returns the words under which an object is found. */
export const wordsOf = ({ name, summary, attributes }: Record<'name' | 'summary' | 'attributes', string>): string[] => [
  ...new Set([name, summary, attributeText(attributes)].flatMap(indexTerms))
]
