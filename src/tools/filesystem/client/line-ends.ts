import { type LineEnding, lineEndingOf } from './content.ts'

/**
 * read_file shows lines without their carriage returns, so they come back without them: where all lines of a file end in CRLF,
 * the text looked for and the one put in its place get them both. One alone would leave a return too many, or one too few.
 */
export function inLineEndsOf(text: string, old: string, fresh: string): [old: string, fresh: string] {
  const breaks = old.includes('\n') || fresh.includes('\n')
  return breaks && lineEnding(text) === 'crlf' ? [withReturns(old), withReturns(fresh)] : [old, fresh]
}

export const withReturns = (text: string): string => text.replace(/(?<!\r)\n/g, '\r\n')

function lineEnding(text: string): LineEnding | null {
  let breaks = 0
  let returns = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    breaks++
    if (text[at - 1] === '\r') returns++
  }
  return lineEndingOf(breaks, returns)
}
