import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { checkCoverage } from './coverage.ts'
import { groupTests } from './test-groups.ts'

interface Tally {
  passed: number
  failed: number
}

const RAW = '.tap/results.tap'
// A failed assertion of a file, with what is told about it; neither one that is skipped or to be done, nor the sum of a file.
const FAILURE = /^( +)not ok (?!.*# (?:SKIP|TODO)).*\n(?:\1 {2}---\n(?:.*\n)*?\1 {2}\.\.\.\n)?/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: what tests put into their names on purpose
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001a\u007f]/g
const LOWEST_COVERAGE = 90
/** Two cores are busy with three files: most wait half of their time for what they have started. With more, calls run into their deadlines. */
const FILES_AT_ONCE = Math.max(3, availableParallelism())

const chosen = process.argv.slice(2)
// Each file and each gateway that it starts reads the whole of src: what one has compiled, the others need not compile again.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('.tap/compile-cache')
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL('script/leave-packages.mjs')}`
const total: Tally = { passed: 0, failed: 0 }

try {
  add(await (chosen.length > 0 ? runTap(chosen) : runAll()))
} catch (error) {
  say(`not ok - ${error}`)
  total.failed += 1
}
process.exitCode = total.failed > 0 ? 1 : 0
say(`${total.passed} passed, ${total.failed} failed`)

/** Judges from outside send thousands of calls, which take three times as long where each line is counted. */
async function runAll(): Promise<Tally> {
  add(await step('types', 'tsc', ['--noEmit']))
  add(await step('lint', 'biome', ['check']))
  const found = Object.groupBy(findTests(), file => (file.startsWith('test/conformance/') ? 'conformance' : 'own'))
  add(await runTap(found.conformance ?? []))
  add(await runTap(groupTests(found.own ?? []), ['--coverage-report=json-summary']))
  return verdict('coverage', checkCoverage(LOWEST_COVERAGE))
}

/** Soak tests and the slow judges have commands of their own. */
function findTests(): string[] {
  return globSync('test/**/*.test.ts', { exclude: ['test/soak/**', 'test/conformance/slow/**', '**/node_modules/**'] }).toSorted()
}

async function step(name: string, program: string, args: string[]): Promise<Tally> {
  return verdict(name, (await run(program, args)) === 0)
}

async function runTap(files: string[], more: string[] = ['--disable-coverage']): Promise<Tally> {
  const options = ['--allow-incomplete-coverage', ...more, `--jobs=${FILES_AT_ONCE}`, '--timeout=600', '--reporter=tap']
  const { code, raw } = await listen('tap', ['run', ...options, ...files])
  writeFileSync(RAW, raw)
  const tally = count(raw)
  // A runner that crashed, ran nothing, or found fault with more than an assertion has failed, whatever it counted.
  if (tally.failed === 0 && (code !== 0 || tally.passed === 0)) {
    say(`not ok - tap: ran ${tally.passed} assertions in ${files.length} files and ended with ${code}`)
    tally.failed = 1
  }
  return tally
}

/** tap's own count of assertions, from its last words: `# { total: 10, pass: 4, fail: 5, skip: 1 }`. */
function count(raw: string): Tally {
  const words = raw.match(/^# \{ total: .*\}$/gm)?.at(-1) ?? ''
  const number = (name: string): number => Number(new RegExp(`${name}: (\\d+)`).exec(words)?.[1] ?? 0)
  return { passed: number('pass'), failed: number('fail') }
}

async function run(program: string, args: string[]): Promise<number | string> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'close')
  return code ?? signal
}

/** Runs tap and says one line for each file as it ends, below what failed in it; all that it wrote is answered, less what a log cannot hold. */
async function listen(program: string, args: string[]): Promise<{ code: number | string; raw: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const lines: string[] = []
  let told = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const shown = line.replaceAll(UNPRINTABLE, '\ufffd')
    lines.push(shown)
    if (!/^(not )?ok /.test(shown)) continue
    for (const failure of `${lines.slice(told).join('\n')}\n`.match(FAILURE) ?? []) say(failure)
    told = lines.length
    say(shown)
  }
  const [code, signal] = await ended
  return { code: code ?? signal, raw: `${lines.join('\n')}\n` }
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
