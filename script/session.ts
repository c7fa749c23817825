// `node script/session.ts URL`: runs the curl session of README.md against a fresh gateway and writes what it printed into README.md.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

export interface Step {
  command: string
  output: string
}

const README = new URL('../README.md', import.meta.url)
const BLOCK = /(<!-- session -->\n)([\s\S]*?)(<!-- \/session -->)/
const FENCE = /````console\n([\s\S]*?)````/g
const ADDRESS = 'localhost:8080'
const MARK = '---- end of step ----'

/** The commands of the session and what they are said to print. */
export function readSession(): Step[] {
  const text = BLOCK.exec(readFileSync(README, 'utf8'))?.[2] ?? ''
  return [...text.matchAll(FENCE)].flatMap(([, fence = '']) => stepsIn(fence))
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

/** A command goes on while its lines end with a backslash. */
function commandEnd(part: string): number {
  const lines = part.split('\n')
  const last = lines.findIndex(line => !line.endsWith('\\'))
  return lines.slice(0, last + 1).join('\n').length
}

/** Nothing of it waits for ever: this is for a gateway that hangs. */
const LONGEST_MS = 300_000

/** Runs the commands in one shell, one after the other, as somebody would who pastes them. */
export async function runSession(steps: readonly Step[], url: string, folder: string): Promise<string[]> {
  const address = new URL(url).host
  const script = steps.map(({ command }) => `${command.replaceAll(ADDRESS, address)}\necho; echo '${MARK}'`).join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, maxBuffer: 10_000_000, timeout: LONGEST_MS })
  return stdout
    .replaceAll(address, ADDRESS)
    .split(`${MARK}\n`)
    .slice(0, -1)
    .map(output => (output.trim() === '' ? '' : `${output.trimEnd()}\n`))
}

function writeSession(outputs: readonly string[]): void {
  const readme = readFileSync(README, 'utf8')
  let step = 0
  const renewed = readme.replace(BLOCK, (_, open: string, text: string, close: string) => {
    const fences = text.replace(FENCE, (_fence, fence: string) => {
      const told = stepsIn(fence).map(({ command }) => `$ ${command}\n${outputs[step++] ?? ''}`)
      return `\`\`\`\`console\n${told.join('')}\`\`\`\``
    })
    return `${open}${fences}${close}`
  })
  writeFileSync(README, renewed)
}

if (import.meta.main) {
  const [url = 'http://127.0.0.1:8080', folder = '/tmp'] = process.argv.slice(2)
  writeSession(await runSession(readSession(), url, folder))
}
