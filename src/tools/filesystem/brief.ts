import { cutLine } from './client/lines.ts'

/** A text as a question to a person shows it. */
export const brief = (text: string): string => cutLine(text, 60)
