import { stripVTControlCharacters } from 'node:util'

/** What GitLab puts into a log to fold parts of it away: `section_start:1560896352:name\r`. */
const SECTIONS = /section_(?:start|end):\d+:[\w.-]+(?:\[[^\]]*\])?\r?/g
/** A time before each line, as newer runners write it: `2026-03-01T09:00:00.123456Z 00O `. */
const TIMES = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z \d{2}[OE][+ ]/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const OTHERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g

/** As it would stand on a terminal: without colours and marks, and of a line that was written over and over only the last state. */
export function withoutControls(text: string): string {
  const plain = stripVTControlCharacters(text.replace(SECTIONS, '')).replace(TIMES, '')
  return plain
    .split('\n')
    .map(line => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .join('\n')
    .replace(OTHERS, '')
}
