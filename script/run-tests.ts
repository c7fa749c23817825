import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { checkCoverage } from './coverage.ts'

interface Tally {
  passed: number
  failed: number
}

const RAW = '.tap/results.tap'
const LOWEST_COVERAGE = 90

const chosen = process.argv.slice(2)
const total: Tally = { passed: 0, failed: 0 }

add(await step('types', 'tsc', ['--noEmit']))
add(await step('lint', 'biome', ['check']))
add(await runTap(chosen.length > 0 ? chosen : findTests()))
if (chosen.length === 0) add(verdict('coverage', checkCoverage(LOWEST_COVERAGE)))

process.exitCode = total.failed > 0 ? 1 : 0
say(`${total.passed} passed, ${total.failed} failed`)

function findTests(): string[] {
  return globSync('test/**/*.test.ts', { exclude: ['test/soak/**', '**/node_modules/**'] }).toSorted()
}

async function step(name: string, program: string, args: string[]): Promise<Tally> {
  return verdict(name, (await run(program, args)) === 0)
}

async function runTap(files: string[]): Promise<Tally> {
  rmSync(RAW, { force: true })
  const reporter = process.stdout.isTTY ? 'base' : 'tap'
  const options = [
    '--allow-incomplete-coverage',
    '--coverage-report=json-summary',
    '--jobs=2',
    '--timeout=120',
    `--reporter=${reporter}`,
    `--output-file=${RAW}`
  ]
  const code = await run('tap', ['run', ...options, ...files])
  const tally = count(RAW)
  // A runner that crashed, ran nothing, or found fault with more than an assertion has failed, whatever it counted.
  if (tally.failed === 0 && (code !== 0 || tally.passed === 0)) {
    say(`not ok - tap: ran ${tally.passed} assertions in ${files.length} files and ended with ${code}`)
    tally.failed = 1
  }
  return tally
}

/** tap's own count of assertions, from its last words: `# { total: 10, pass: 4, fail: 5, skip: 1 }`. */
function count(file: string): Tally {
  const raw = readRaw(file)
  for (const line of raw.matchAll(/^ *not ok .*(?<!# (?:SKIP|TODO).*)$/gm)) say(line[0])
  const words = raw.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const number = (name: string): number => Number(new RegExp(`${name}: (\\d+)`).exec(words)?.[1] ?? 0)
  return { passed: number('pass'), failed: number('fail') }
}

function readRaw(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function run(program: string, args: string[]): Promise<number | string> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'close')
  return code ?? signal
}

function verdict(name: string, ok: boolean): Tally {
  say(`${ok ? 'ok' : 'not ok'} - ${name}`)
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function add({ passed, failed }: Tally): void {
  total.passed += passed
  total.failed += failed
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
