import { stripVTControlCharacters } from 'node:util'

/** Markers of collapsible sections that GitLab adds to logs: `section_start:1560896352:name\r`. */
const SECTIONS = /section_(?:start|end):\d+:[\w.-]+(?:\[[^[\]\r\n]*\])?\r?/g
/** Timestamp that newer runners add before each line: `2026-03-01T09:00:00.123456Z 00O `. */
const TIMESTAMPS = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z \d{2}[OE][+ ]/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g

/** Returns the text as a terminal would show it: without colors and markers, and only the last state of a line that was overwritten. */
export function asOnTerminal(text: string): string {
  const plain = stripVTControlCharacters(text.replace(SECTIONS, '')).replace(TIMESTAMPS, '')
  return plain.split('\n').map(lastState).join('\n').replace(CONTROLS, '')
}

const lastState = (line: string): string =>
  line
    .replace(/(?<!\r)\r+$/, '')
    .split('\r')
    .at(-1) ?? ''
