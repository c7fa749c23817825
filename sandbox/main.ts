import { glob } from 'node:fs/promises'
import path from 'node:path'
import type { Sandbox } from './sandbox.ts'

// Runs every sandbox server, sends the gateway their settings, and exits with it. Alone (`npm run sandbox`) it prints the settings.
const dataDirectory = path.resolve(process.argv[2] ?? '.data/sandbox')
const settings = Object.fromEntries((await Promise.all((await systems()).map(start))).flat())
if (process.send) {
  process.on('disconnect', () => process.exit(0))
  process.send({ settings }, undefined, undefined, error => error && process.exit(1)) // the gateway has exited
} else {
  process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`)
}

async function systems(): Promise<string[]> {
  return (await Array.fromAsync(glob('*/sandbox.ts', { cwd: import.meta.dirname }))).map(file => path.dirname(file)).sort()
}

/** Returns the settings of a system's instance by system, those of further instances by system and name. */
async function start(system: string): Promise<[string, Record<string, unknown>][]> {
  const { default: sandbox }: { default: Sandbox } = await import(`./${system}/sandbox.ts`)
  const { settings, further = {} } = await sandbox.start({ dataDirectory })
  return [
    [system, settings],
    ...Object.entries(further).map(([name, more]): [string, Record<string, unknown>] => [`${system}-${name}`, more])
  ]
}
