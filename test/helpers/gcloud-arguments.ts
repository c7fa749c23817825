import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { readCommand } from '../../src/tools/gcloud/client/command/command.ts'
import { readTree } from '../../src/tools/gcloud/client/command/tree.ts'
import { isPlain, takesRemainder } from '../../src/tools/gcloud/client/policy/plain-arguments.ts'
import { judge } from '../../src/tools/gcloud/client/policy/policy.ts'
import { temporaryFolder } from './app.ts'
import { sdk } from './real-gcloud.ts'

interface Found {
  commands: number
  /** Words of the command, and a flag, or '' for a positional. */
  opening: [words: string[], flag: string][]
  remainders: Record<string, number>
}

/** Fewer would mean that the SDK was not read. */
const LEAST = { commands: 10_000, opening: 1_000 }

const TIMEOUT_MS = 1_200_000

/** In a separate folder: some types of the SDK write to the path that they read. */
async function askSdk(cwd: string): Promise<Found> {
  const bundled = path.join(sdk, 'platform/bundledpythonunix/bin/python3')
  const program = existsSync(bundled) ? bundled : (process.env['CLOUDSDK_PYTHON'] ?? 'python3')
  const script = path.join(import.meta.dirname, 'gcloud-arguments.py')
  const { stdout } = await promisify(execFile)(program, ['-S', script, sdk], { cwd, maxBuffer: 100_000_000, timeout: TIMEOUT_MS })
  return JSON.parse(stdout)
}

/** Checks that no argument which gcloud itself reads as a file is taken for a text. */
export async function checkFileArguments(t: Test): Promise<void> {
  const [tree, found] = [await readTree(sdk), await askSdk(await temporaryFolder(t))]
  t.ok(
    found.commands > LEAST.commands && found.opening.length > LEAST.opening,
    `${found.opening.length} arguments of ${found.commands} commands`
  )
  const taken = found.opening.filter(([words, flag]) => {
    const command = readCommand([...words, flag === '' ? 'x' : `${flag}=x`], tree)
    return command.arguments.some(argument => isPlain(command, argument))
  })
  t.strictSame(taken, [])

  const trackless = Object.entries(found.remainders).map(([name, own]) => [name.replace(/^(?:alpha|beta|preview) /, ''), own] as const)
  for (const [name, own] of trackless) {
    const command = readCommand([...name.split(' '), ...Array.from({ length: own }, () => 'gs://x'), '--', '/etc/passwd'])
    if (takesRemainder(name)) t.ok(command.arguments.filter(({ role }) => role === 'positional').length >= own, name)
    else t.equal(judge(command).verdict === 'denied' || command.shows === 'help', true, `${name} is denied`)
    const short = readCommand([...name.split(' '), ...Array.from({ length: own - 1 }, () => 'gs://x'), '--', '/etc/passwd'])
    if (takesRemainder(name) && own > 0)
      t.notOk(
        short.arguments.some(argument => argument.role === 'remainder' && isPlain({ ...short, known: 'command' }, argument)),
        `${name}: words after -- may be its positionals`
      )
  }
}
