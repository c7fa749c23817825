import { plainMarkdown } from '../../lib/markdown.ts'
import type { Output } from './client/result/output.ts'

const MAX_LENGTH = 8_000

/** Reserved for the text after the output. */
const TAIL = 1_500

/** Renders the result of a command for an assistant: how it ended, what went wrong, then its output. */
export function outputMarkdown(output: Output): string {
  const head = [statusLine(output), problems(output), login(output)].filter(part => part !== '').join('\n\n')
  const tail = cut(suggestions(output), TAIL)
  const room = MAX_LENGTH - head.length - tail.length - 300
  return [cut(head, MAX_LENGTH - TAIL), body(output, room), tail]
    .filter(part => part !== '')
    .join('\n\n')
    .slice(0, MAX_LENGTH)
}

function statusLine({ command, success, exit_code, signal, execution_time, directory, cancelled, timed_out }: Output): string {
  const how = timed_out
    ? 'timed out'
    : cancelled
      ? 'was cancelled'
      : exit_code === null
        ? `was terminated by ${signal}`
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
    ? `### Log in\n\nThe gateway's gcloud has no valid credential. Run on the gateway's host:\n\n\`\`\`\n${first}\n\`\`\``
    : ''

const suggestions = ({ suggestions: all, authentication_required }: Output): string => {
  const rest = authentication_required ? all.slice(1) : all
  return rest.length === 0 ? '' : `Suggestions:\n${rest.map(text => `- ${text.startsWith('gcloud ') ? `\`${text}\`` : text}`).join('\n')}`
}

const MORE = 'For the complete output, request JSON (Accept: application/json), or narrow it with --filter or --limit.'

function body({ structured_output: found, stdout, stderr, truncated, omitted_bytes }: Output, room: number): string {
  const note = truncated ? `\n\n${omitted_bytes} bytes beyond the limit of 10 MB were omitted.` : ''
  if (found !== null && found !== undefined) return structured(found, room) + note
  const lines = stdout.some(line => line.trim() !== '') ? stdout : stderr
  if (lines.every(line => line.trim() === '')) return `No output.${note}`
  return fence(lines, room) + note
}

/** Renders a list of objects as a table with as many whole rows as fit, and everything else as JSON. */
function structured(found: unknown, room: number): string {
  if (Array.isArray(found)) {
    if (found.length === 0) return 'Empty list.'
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

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)
