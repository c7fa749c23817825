// `npm test`: types, lint, unused code, every test. `npm test -- PATH…` runs only these files or folders. The last line is "N passed, N failed".
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pMap from 'p-map'
import { bundle } from './build.ts'
import { reportSkipped, type Skipped, skippedIn } from './skipped.ts'
import { findTests, groupTests, isOfTheWhole } from './test-groups.ts'

interface Tally {
  passed: number
  failed: number
}

const RAW = '.tap/results.tap'
/** A failed assertion with its diagnostics; not one that is skipped or TODO, and not the total of a file. */
const FAILURE = /^( +)not ok (?!.*# (?:SKIP|TODO)).*\n(?:\1 {2}---\n(?:.*\n)*?\1 {2}\.\.\.\n)?/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: tests use such characters in their names
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001a\u007f]/g
const TIMEOUT_SECONDS = 600
/** A test file mostly waits for what it has started, so two cores serve five of them, or three of those that are chosen, such as slow ones. */
const FILES_AT_ONCE = process.argv.length > 2 ? Math.max(3, availableParallelism()) : Math.max(4, Math.ceil(2.5 * availableParallelism()))
/** A run of more files builds src first: gateways that tests start as processes need half the time for it. Others test src as it is, at once. */
const MAX_FILES_WITHOUT_BUILD = 12
const ONE_ERROR_DOMAIN = new URL('one-error-domain.ts', import.meta.url).href

const chosen = process.argv.slice(2)
// Every test file and every gateway that it starts loads all of src: they share the compiled code.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('.tap/compile-cache')
const total: Tally = { passed: 0, failed: 0 }
const skipped: Skipped[] = []

try {
  add(await (chosen.length > 0 ? runFiles(chosen.flatMap(testsAt)) : runAll()))
} catch (error) {
  print(`not ok - ${error instanceof Error ? error.message : error}`)
  total.failed += 1
}
process.exitCode = total.failed > 0 ? 1 : 0
for (const line of reportSkipped(skipped)) print(line)
print(`${total.passed} passed, ${total.failed} failed`)

async function runAll(): Promise<Tally> {
  add(await step('types', 'tsc', ['--noEmit']))
  add(await step('types of the console', 'tsc', ['--noEmit', '-p', 'console']))
  add(await step('lint', 'biome', ['check']))
  add(await step('unused code', 'knip', []))
  const found = Object.groupBy(findTests(), file => (isOfTheWhole(file) ? 'whole' : 'parts'))
  return await runFiles([...(found.whole ?? []), ...groupTests(found.parts ?? [])])
}

/** The test files at a path: the file itself, or those in the folder. Throws if there are none. */
function testsAt(testPath: string): string[] {
  if (!existsSync(testPath)) throw new Error(`${testPath} does not exist`)
  if (!statSync(testPath).isDirectory()) return [testPath]
  const found = globSync(`${testPath}/**/*.test.ts`, { exclude: ['**/node_modules/**'] }).toSorted()
  if (found.length === 0) throw new Error(`${testPath} contains no test files (*.test.ts)`)
  return found
}

/** Runs each file in its own process without tap's runner, whose start takes longer than most files. */
async function runFiles(files: string[]): Promise<Tally> {
  if (files.length > MAX_FILES_WITHOUT_BUILD) {
    await bundle('dist')
    process.env['GATEWAY_PROGRAM'] = path.resolve('dist/main.js')
  }
  const raw: string[] = []
  const results = await pMap(
    files,
    async (file, index) => {
      const started = performance.now()
      const { ok, tally, output } = await runFile(file)
      const line = `${ok ? 'ok' : 'not ok'} ${index + 1} - ${file} # time=${Math.round(performance.now() - started)}ms`
      for (const failure of output.match(FAILURE) ?? []) print(failure)
      print(line)
      raw.push(`# Subtest: ${file}\n${output}${line}\n`)
      return tally
    },
    { concurrency: FILES_AT_ONCE }
  )
  mkdirSync(path.dirname(RAW), { recursive: true })
  writeFileSync(RAW, raw.join(''))
  skipped.push(...raw.flatMap(text => skippedIn(text, process.cwd())))
  return results.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }))
}

async function runFile(file: string): Promise<{ ok: boolean; tally: Tally; output: string }> {
  const child = spawn(process.execPath, ['--import', ONE_ERROR_DOMAIN, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TAP: '1', TAP_TIMEOUT: String(TIMEOUT_SECONDS) },
    timeout: (TIMEOUT_SECONDS + 30) * 1000
  })
  const ended = once(child, 'close')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) lines.push(line.replaceAll(UNPRINTABLE, '\ufffd'))
  const [code, signal] = await ended
  const raw = lines.join('\n')
  const output = lines.map(line => `    ${line}\n`).join('')
  const tally = count(raw)
  // A file that crashed or ran nothing has failed, whatever it counted.
  if (tally.failed === 0 && (code !== 0 || (tally.passed === 0 && !/# SKIP/.test(raw)))) {
    if (!/^not ok /m.test(raw)) print(`    ${file} ended with ${code ?? signal} after ${tally.passed} assertions`)
    tally.failed = 1
  }
  return { ok: tally.failed === 0, tally, output }
}

/** tap's own count of assertions, from its last summary: `# { total: 10, pass: 4, fail: 5, skip: 1 }`. */
function count(raw: string): Tally {
  const summary = raw.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const number = (name: string): number => Number(new RegExp(`${name}: (\\d+)`).exec(summary)?.[1] ?? 0)
  return { passed: number('pass'), failed: number('fail') }
}

async function step(name: string, program: string, args: string[]): Promise<Tally> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'close')
  return verdict(name, code === 0)
}

function verdict(name: string, ok: boolean): Tally {
  print(`${ok ? 'ok' : 'not ok'} - ${name}`)
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function add({ passed, failed }: Tally): void {
  total.passed += passed
  total.failed += failed
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
