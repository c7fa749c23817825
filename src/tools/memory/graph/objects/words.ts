import { indexTerms } from '../../store/terms.ts'
import { aliasesIn } from './aliases.ts'
import { attributeText } from './attributes.ts'

/** Returns the words under which an object is found. */
export const wordsOf = ({
  name,
  summary,
  attributes,
  aliases
}: Record<'name' | 'summary' | 'attributes' | 'aliases', string>): string[] => [
  ...new Set([name, summary, attributeText(attributes), ...aliasesIn(aliases)].flatMap(indexTerms))
]
