import { isPathWord } from '../command/argv.ts'
import { resolveDirectory } from '../directories.ts'
import { environmentOf } from '../environment.ts'
import { badInput } from '../errors.ts'
import { cached, type Gcloud } from '../gcloud.ts'
import { execute } from './run.ts'

export interface HelpPage {
  path: string
  text: string
  first_line: number
  last_line: number
  total_lines: number
  next_line: number | null
  commands: string[]
  groups: string[]
}

const KEPT_MS = 3_600_000
const TIMEOUT_MS = 55_000
const MAX_NAMES = 300

/** Returns part of the help of a command or group, and the names below it. */
export async function helpFor(
  gcloud: Gcloud,
  { path, first_line, max_lines }: { path: string; first_line: number; max_lines: number },
  signal: AbortSignal
): Promise<HelpPage> {
  const words = path.split(/\s+/).filter(word => word !== '' && word !== 'gcloud')
  if (!words.every(isPathWord)) throw badInput('path', 'is not the path of a command', 'words such as compute instances list')
  const lines = await cached(gcloud, `help ${words.join(' ')}`, { keepMs: KEPT_MS, signal }, shared => read(gcloud, words, shared), isLines)
  const shown = lines.slice(first_line - 1, first_line - 1 + max_lines)
  const last_line = first_line - 1 + shown.length
  const below = (await gcloud.tree())?.below(words) ?? { commands: [], groups: [] }
  return {
    path: words.join(' '),
    text: shown.join('\n'),
    first_line,
    last_line,
    total_lines: lines.length,
    next_line: last_line < lines.length ? last_line + 1 : null,
    commands: below.commands.slice(0, MAX_NAMES),
    groups: below.groups.slice(0, MAX_NAMES)
  }
}

async function read(gcloud: Gcloud, words: string[], signal: AbortSignal): Promise<string[]> {
  const directory = await resolveDirectory(gcloud.folders, undefined)
  const plan = { argv: [...words, '--help'], json: false, directory, environment: environmentOf(gcloud.environment) }
  const quiet = { emit: () => undefined, progress: () => undefined, signal }
  const { output, failure } = await execute(gcloud, plan, { directory: null, timeout_ms: TIMEOUT_MS, writes: false }, quiet)
  if (failure) throw failure
  return output.stdout
}

const isLines = (value: unknown): value is string[] => Array.isArray(value)
