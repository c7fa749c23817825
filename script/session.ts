// `node script/session.ts`: runs the curl sessions of README.md and docs/ against a fresh sandbox gateway and writes their output into the pages.
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startProcess } from '../test/helpers/process.ts'

interface Step {
  command: string
  output: string
}

/** The commands on one page, between `<!-- session -->` and `<!-- /session -->`, with their documented output. */
export interface Session {
  /** Path below the root. */
  page: string
  steps: Step[]
}

const root = path.join(import.meta.dirname, '..')
const SESSION = /(<!-- session -->\n)([\s\S]*?)(<!-- \/session -->)/
const FENCE = /````console\n([\s\S]*?)````/g
const ADDRESS = 'localhost:8080'
const END_OF_STEP = '---- end of step ----'
/** Ends a session whose gateway hangs. */
const TIMEOUT_MS = 300_000

/** Returns every session, in the order in which they run: README.md first. */
export function readSessions(): Session[] {
  return ['README.md', ...globSync('docs/**/*.md', { cwd: root }).toSorted()].flatMap(page => {
    const [, , text] = SESSION.exec(readFileSync(path.join(root, page), 'utf8')) ?? []
    return text === undefined ? [] : [{ page, steps: [...text.matchAll(FENCE)].flatMap(([, fence = '']) => stepsIn(fence)) }]
  })
}

function stepsIn(fence: string): Step[] {
  return fence
    .split(/^\$ /m)
    .filter(part => part.trim() !== '')
    .map(part => {
      const end = commandEnd(part)
      return { command: part.slice(0, end).trim(), output: part.slice(end).replace(/^\n/, '') }
    })
}

/** A command continues while its lines end with a backslash. */
function commandEnd(part: string): number {
  const lines = part.split('\n')
  const last = lines.findIndex(line => !line.endsWith('\\'))
  return lines.slice(0, last + 1).join('\n').length
}

/** Runs the commands in one shell, one after the other, as if pasted. Returns the output of each. */
export async function runSession({ steps }: Session, url: string, folder: string): Promise<string[]> {
  const address = new URL(url).host
  const script = steps.map(({ command }) => `${command.replaceAll(ADDRESS, address)}\necho; echo '${END_OF_STEP}'`).join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, maxBuffer: 10_000_000, timeout: TIMEOUT_MS })
  return stdout
    .replaceAll(address, ADDRESS)
    .split(`${END_OF_STEP}\n`)
    .slice(0, -1)
    .map(output => (output.trim() === '' ? '' : `${output.trimEnd()}\n`))
}

function writeSession(page: string, outputs: readonly string[]): void {
  const file = path.join(root, page)
  let step = 0
  const updated = readFileSync(file, 'utf8').replace(SESSION, (_, open: string, text: string, close: string) => {
    const fences = text.replace(FENCE, (_fence, fence: string) => {
      const lines = stepsIn(fence).map(({ command }) => `$ ${command}\n${outputs[step++] ?? ''}`)
      return `\`\`\`\`console\n${lines.join('')}\`\`\`\``
    })
    return `${open}${fences}${close}`
  })
  writeFileSync(file, updated)
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolgate-session-'))
  let stop = async (): Promise<void> => undefined
  try {
    const teardown = (handler: () => Promise<void>): void => {
      stop = handler
    }
    const { url } = await startProcess({ teardown }, { TOOLGATE_DATA: path.join(folder, 'data') }, ['--sandbox'])
    for (const [index, session] of readSessions().entries()) {
      const workdir = path.join(folder, String(index))
      mkdirSync(workdir)
      writeSession(session.page, await runSession(session, url, workdir))
    }
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
