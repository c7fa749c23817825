import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { parseSync } from 'oxc-parser'
import { repetitionsIn } from './regular-expression-parts.ts'

export interface Expression {
  /** Below src. */
  file: string
  source: string
  flags: string
}

/** A `new RegExp(…)` or `RegExp(…)`. */
export interface Construction {
  file: string
  text: string
  /** Evaluated when the module is loaded, not in a function. */
  atLoad: boolean
}

export const SRC = path.join(import.meta.dirname, '../../src')

/** Returns every regular expression of the sources. */
export function expressionsIn(folder: string): { literals: Expression[]; constructions: Construction[] } {
  const literals: Expression[] = []
  const constructions: Construction[] = []
  for (const file of globSync('**/*.ts', { cwd: folder }).toSorted()) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const visit = (node: unknown, atLoad: boolean): void => {
      if (Array.isArray(node)) for (const one of node) visit(one, atLoad)
      if (typeof node !== 'object' || node === null || Array.isArray(node)) return
      const { type, regex, callee, start, end } = node as Record<string, never>
      if (type === 'Literal' && regex) literals.push({ file, source: regex['pattern'], flags: regex['flags'] })
      if ((type === 'NewExpression' || type === 'CallExpression') && callee?.['name'] === 'RegExp')
        constructions.push({ file, text: text.slice(start, end), atLoad })
      const within = /Function/.test(String(type)) ? false : atLoad
      for (const value of Object.values(node)) visit(value, within)
    }
    visit(parseSync(file, text).program, true)
  }
  return { literals, constructions }
}

/** Returns the expressions that are constructed while these modules are loaded, which must not have been loaded before. */
export async function constructedBy(files: readonly string[]): Promise<Expression[]> {
  const Original = RegExp
  const found: Expression[] = []
  let file = ''
  const recorder = new Proxy(Original, {
    construct(target, given: [string | RegExp, string?]) {
      const made = new target(...given)
      found.push({ file, source: made.source, flags: made.flags })
      return made
    }
  })
  globalThis.RegExp = recorder
  try {
    for (file of files) await import(path.join(SRC, file))
  } finally {
    globalThis.RegExp = Original
  }
  return found
}

/** Characters that a class or an escape of the pattern may match. */
const BY_ESCAPE: Readonly<Record<string, string>> = {
  s: ' \t',
  S: 'x',
  d: '1',
  D: 'x',
  w: 'a_',
  W: ' ',
  b: 'a ',
  r: '\r',
  n: '\n',
  t: '\t',
  p: 'é1',
  P: ' '
}
const MAX_SIGNS = 12
const MAX_WORDS = 5

/** Characters and words of a pattern, for texts that it may match repeatedly, but never to the end. */
function materialOf(source: string): { signs: string[]; words: string[] } {
  const plain = source
    .replace(/\\u\{?([0-9a-f]{4,6})\}?/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\(\?<?[:!=]/g, '(')
  const signs = new Set<string>()
  const words = new Set<string>()
  let word = ''
  const end = (): void => {
    if (word.length > 1) words.add(word)
    word = ''
  }
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at)
    if (sign === '\\') {
      const next = plain.charAt(++at)
      const meant = BY_ESCAPE[next]
      for (const one of meant ?? next) signs.add(one)
      if (meant === undefined) word += next
      else end()
    } else if ('[](){}|*+?^$.'.includes(sign)) {
      if (sign === '.') signs.add('x')
      if (sign === '[' && plain.charAt(at + 1) === '^') signs.add('x').add('\u0000')
      end()
    } else {
      signs.add(sign)
      word += sign
    }
  }
  end()
  // Letters behave alike: the first ones represent the others.
  const letters = [...signs].filter(sign => /[a-z0-9]/i.test(sign)).slice(0, 4)
  const others = [...signs].filter(sign => !/[a-z0-9]/i.test(sign))
  return { signs: [...others, ...letters, 'x'].slice(0, MAX_SIGNS), words: [...words].slice(0, MAX_WORDS) }
}

interface Attack {
  prefix: string
  pump: string
  suffix: string
}

/** Texts before, within and after each unbounded repetition of an expression. */
function attacksOnRepetitions(source: string, flags: string): Attack[] {
  const ends = ['\u0000', '\n', '', ',,', ' ']
  return repetitionsIn(source, flags).flatMap(({ before, bodies }) => {
    const after = bodies.flatMap(pump => ends.map(suffix => ({ prefix: before, pump, suffix })))
    const starts = before === '' ? [] : [before, ...bodies.slice(0, 2).map(body => before + body)]
    return [...after, ...starts.flatMap(pump => ['\u0000', '\n'].map(suffix => ({ prefix: '', pump, suffix })))]
  })
}

function attacksOn(source: string, flags: string): Attack[] {
  const { signs, words } = materialOf(source)
  const units = [...signs, ...words, ...words.flatMap(word => signs.slice(0, 3).flatMap(sign => [word + sign, sign + word]))]
  const pairs = signs.flatMap(one => signs.filter(other => other !== one).map(other => one + other))
  const begun = words.flatMap(prefix => [...signs, ...words].map(pump => ({ prefix, pump })))
  const all = [...[...units, ...pairs].map(pump => ({ prefix: '', pump })), ...signs.map(pump => ({ prefix: 'x', pump })), ...begun]
  return [...attacksOnRepetitions(source, flags), ...all.flatMap(one => ['\u0000', '\n'].map(suffix => ({ ...one, suffix })))]
}

/** Returns the first of the remaining attacks that takes more than linear time. Runs in a separate context, so that an exponential pattern can be terminated. */
const CHECK = new vm.Script(`
  (() => {
    expression ??= new RegExp(source, flags)
    const time = length => {
      const { prefix, pump, suffix } = attack
      const text = prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix
      const began = now()
      text.replace(expression, '')
      expression.lastIndex = 0
      return now() - began
    }
    const best = length => Math.min(time(length), time(length), time(length))
    const isSuperlinear = () => {
      const [first, second, third] = [16_000, 32_000, 64_000].map(best)
      return third > 30 && second > first * 2.6 && third > second * 2.6
    }
    while ((attack = next()) !== undefined) if (time(8_000) > 0.5 && isSuperlinear() && isSuperlinear()) return attack
  })()
`)

/** CPU milliseconds of this thread. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns a text for which the expression takes more than linear time; undefined if none was found. */
export function findAttack({ source, flags }: Pick<Expression, 'source' | 'flags'>): Attack | undefined {
  const attacks = attacksOn(source, flags)
  let tried = 0
  const context = vm.createContext({ source, flags, now: cpuTime, next: () => attacks[tried++], attack: undefined, expression: undefined })
  while (tried < attacks.length) {
    const first = tried
    try {
      return CHECK.runInContext(context, { timeout: MAX_MS })
    } catch {
      if (tried === first + 1) return attacks[first] // exponential: not even one text was done in time
      tried -= 1 // the time ran out while this one was tried: tried again, with the full time
    }
  }
  return undefined
}

/** Far more than any text takes whose time is not exponential, even on a loaded machine. */
const MAX_MS = 4_000
