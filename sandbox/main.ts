import { glob } from 'node:fs/promises'
import path from 'node:path'
import type { StandIn } from './stand-in.ts'

// Runs every stand-in, tells the gateway how to reach them, and ends with it. Alone (`npm run sandbox`) it prints the settings.
const dataDirectory = path.resolve(process.argv[2] ?? '.data/sandbox')
const settings = Object.fromEntries((await Promise.all((await systems()).map(start))).flat())
if (process.send) {
  process.on('disconnect', () => process.exit(0))
  process.send({ settings }, undefined, undefined, error => error && process.exit(1)) // the gateway ended meanwhile
} else {
  process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`)
}

async function systems(): Promise<string[]> {
  return (await Array.fromAsync(glob('*/stand-in.ts', { cwd: import.meta.dirname }))).map(file => path.dirname(file)).sort()
}

/** Settings by system; those of its further instances by system and name. */
async function start(system: string): Promise<[string, Record<string, unknown>][]> {
  const { default: standIn }: { default: StandIn } = await import(`./${system}/stand-in.ts`)
  const { settings, further = {} } = await standIn.start({ dataDirectory })
  return [
    [system, settings],
    ...Object.entries(further).map(([name, more]): [string, Record<string, unknown>] => [`${system}-${name}`, more])
  ]
}
