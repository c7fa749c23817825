import { plainMarkdown } from '../../contract/render.ts'
import type { Output } from './client/output.ts'

const LONGEST = 8_000

/** Left for what follows the output. */
const TAIL = 1_500

/** What a command came to, for an assistant to read: how it ended, what went wrong, then what it printed. */
export function outputMarkdown(output: Output): string {
  const head = [statusLine(output), problems(output), login(output)].filter(part => part !== '').join('\n\n')
  const tail = cut(suggestions(output), TAIL)
  const room = LONGEST - head.length - tail.length - 300
  return [cut(head, LONGEST - TAIL), body(output, room), tail]
    .filter(part => part !== '')
    .join('\n\n')
    .slice(0, LONGEST)
}

function statusLine({ command, success, exit_code, signal, execution_time, directory, cancelled, timed_out }: Output): string {
  const how = timed_out
    ? 'ran out of time'
    : cancelled
      ? 'was cancelled'
      : exit_code === null
        ? `was ended by ${signal}`
        : `ended with exit code ${exit_code}`
  const where = directory === null ? '' : ` in \`${directory}\``
  return `${success ? '✓' : '✗'} \`${brief(command)}\` ${how} after ${(execution_time / 1000).toFixed(1)} s${where}.`
}

const brief = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text).replaceAll('`', "'")

function problems({ error, warnings }: Output): string {
  return [...(error === null ? [] : [`**Error:** ${error}`]), ...warnings.slice(0, 10).map(text => `**Warning:** ${text}`)].join('\n\n')
}

const login = ({ authentication_required, suggestions: [first = 'gcloud auth login'] }: Output): string =>
  authentication_required
    ? `### Log in\n\nThe gateway's gcloud has no credential that works. On the machine of the gateway, run:\n\n\`\`\`\n${first}\n\`\`\``
    : ''

const suggestions = ({ suggestions: all, authentication_required }: Output): string => {
  const rest = authentication_required ? all.slice(1) : all
  return rest.length === 0 ? '' : `Suggestions:\n${rest.map(text => `- ${text.startsWith('gcloud ') ? `\`${text}\`` : text}`).join('\n')}`
}

const MORE = 'For all of it ask for JSON (Accept: application/json), or for less with --filter or --limit.'

function body({ structured_output: found, stdout, stderr, truncated, omitted_bytes }: Output, room: number): string {
  const note = truncated ? `\n\n${omitted_bytes} bytes more were printed than the 10 MB that are kept.` : ''
  if (found !== null && found !== undefined) return structured(found, room) + note
  const lines = stdout.some(line => line.trim() !== '') ? stdout : stderr
  if (lines.every(line => line.trim() === '')) return `Nothing was printed.${note}`
  return fence(lines, room) + note
}

/** A list of objects as a table, as far as whole rows fit; else JSON. */
function structured(found: unknown, room: number): string {
  if (Array.isArray(found)) {
    if (found.length === 0) return 'An empty list.'
    for (let many = found.length; many > 0; many = Math.floor(many / 2)) {
      const text = plainMarkdown({ items: found.slice(0, many), next_cursor: null })
      if (text.length <= room) return many === found.length ? text : `${text}\n\n${many} of ${found.length} are shown. ${MORE}`
    }
  }
  return fence(JSON.stringify(found, null, 2).split('\n'), room)
}

function fence(lines: readonly string[], room: number): string {
  const text = lines.join('\n').replaceAll('```', "'''")
  const shown = text.length <= room ? text : text.slice(0, Math.max(0, room))
  const more = shown === text ? '' : `\n\n${shown.length} of ${text.length} characters are shown. ${MORE}`
  return `\`\`\`\n${shown}\n\`\`\`${more}`
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)
