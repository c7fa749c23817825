// `npm run coverage`: runs the tests of src's folders with coverage, which takes half again as long as without it. Fails if a test fails, or if fewer lines of src are covered than the minimum.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, type Statement } from 'oxc-parser'
import { findTests, groupTests, isOfTheWhole } from './test-groups.ts'

interface Lines {
  total: number
  covered: number
}
type Summary = Record<string, { lines: Lines }>

const REPORT = '.tap/report/coverage-summary.json'
const MIN_PERCENT = 90

const passed = runTests(groupTests(findTests().filter(file => !isOfTheWhole(file))))
process.exitCode = checkCoverage(MIN_PERCENT) && passed ? 0 : 1

/** Tests of the whole product are left out: they start gateways as processes of their own, and take up to three times as long with coverage. */
function runTests(groups: string[]): boolean {
  const options = ['--allow-incomplete-coverage', '--coverage-report=json-summary', '--jobs=3', '--timeout=600', '--reporter=terse']
  // tap records every file that a process reads, which takes half as long as reading it. The loaded module excludes packages.
  const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL('script/leave-packages.mjs')}`
  return spawnSync('tap', ['run', ...options, ...groups], { stdio: 'inherit', env: { ...process.env, NODE_OPTIONS } }).status === 0
}

/** Whether the tests cover at least this percentage of the lines of src/. A file that no test loads counts with all its lines. */
function checkCoverage(minPercent: number): boolean {
  const reached = readReport()
  const files = globSync('src/**/*.ts').map(file => ({ file, ...(reached.get(path.resolve(file)) ?? unreached(file)) }))
  const below = files.filter(lines => share(lines) < minPercent).toSorted((a, b) => share(a) - share(b))
  for (const lines of below) print(`${share(lines).toFixed(1)}% of ${lines.file} (${lines.covered} of ${lines.total} lines)`)
  const all = files.reduce((sum, { total, covered }) => ({ total: sum.total + total, covered: sum.covered + covered }), {
    total: 0,
    covered: 0
  })
  print(`coverage: ${share(all).toFixed(2)}% of the lines of src (minimum ${minPercent}%)`)
  return all.total > 0 && share(all) >= minPercent
}

function readReport(): Map<string, Lines> {
  try {
    const summary: Summary = JSON.parse(readFileSync(REPORT, 'utf8'))
    return new Map(Object.entries(summary).map(([file, { lines }]) => [file, lines]))
  } catch (error) {
    print(`coverage: ${REPORT} cannot be read: ${error}`)
    return new Map()
  }
}

function unreached(file: string): Lines {
  const text = readFileSync(file, 'utf8')
  const lines = parseSync(file, text).program.body.every(isTypeOnly) ? 0 : text.split('\n').length - 1
  return { total: lines, covered: 0 }
}

/** Whether Node's type stripping removes the whole statement. */
function isTypeOnly(statement: Statement): boolean {
  if (statement.type === 'ExportNamedDeclaration') return statement.exportKind === 'type'
  return (
    statement.type === 'ImportDeclaration' || statement.type === 'TSInterfaceDeclaration' || statement.type === 'TSTypeAliasDeclaration'
  )
}

function share({ total, covered }: Lines): number {
  return total === 0 ? 100 : (100 * covered) / total
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
