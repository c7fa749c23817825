import { flagOf, GLOBAL_FLAGS } from './flags.ts'
import type { Takes } from './tree.ts'

/** One argument after the path of a command, and its role. */
export interface Argument {
  text: string
  /**
   * `flag`: a flag, with its value if that follows a `=`. `value`: the value of the flag before it. `positional`. `unclear`: it follows a flag that
   * the tree does not list, so it may be either. `remainder`: it follows `--`.
   */
  role: 'flag' | 'value' | 'positional' | 'unclear' | 'remainder'
  /** Name of the flag, or of the flag whose value it is or may be. */
  flag?: string
  /** The value; undefined for a flag without `=`. */
  value?: string
}

/** Parses the arguments after the path of a command. `takes`: whether a flag takes a value; undefined if unknown. */
export function readArguments(tokens: readonly string[], takes: (flag: string) => Takes): Argument[] {
  const cut = tokens.indexOf('--')
  const own = cut < 0 ? tokens : tokens.slice(0, cut)
  const found: Argument[] = []
  for (const text of own) {
    const flag = flagOf(text)
    if (flag) found.push({ text, role: 'flag', flag: flag.name, ...(flag.value !== undefined && { value: flag.value }) })
    else found.push({ text, value: text, ...roleAfter(found.at(-1), text, takes) })
  }
  return cut < 0 ? found : [...found, ...tokens.slice(cut + 1).map(text => ({ text, role: 'remainder' as const, value: text }))]
}

function roleAfter(before: Argument | undefined, text: string, takes: (flag: string) => Takes): Pick<Argument, 'role' | 'flag'> {
  if (before?.role !== 'flag' || before.flag === undefined || before.value !== undefined) return { role: 'positional' }
  const taken = takes(before.flag)
  // The SDK's tree lists a flag that takes true or false as a switch.
  if (taken === 'none' && !/^(?:true|false)$/i.test(text)) return { role: 'positional' }
  return { role: taken === 'value' ? 'value' : 'unclear', flag: before.flag }
}

/** Whether a global flag takes a value. Some commands have their own --version, which does. */
export const globalTakes = (flag: string): Takes => (flag === '--version' || flag === '-v' ? undefined : GLOBAL_FLAGS.get(flag))

export const hasFlag = (args: readonly Argument[], name: string): boolean => args.some(({ role, flag }) => role === 'flag' && flag === name)

/** Returns the names of all flags. */
export const flagsOf = (args: readonly Argument[]): string[] =>
  args.flatMap(({ role, flag }) => (role === 'flag' && flag !== undefined ? [flag] : []))

/** Returns every value that a flag has or may have. gcloud uses the last one. */
export const valuesOf = (args: readonly Argument[], name: string): string[] =>
  args.flatMap(({ flag, value }) => (flag === name && value !== undefined ? [value] : []))

/** Returns every argument that is or may be a positional. */
export const positionalsOf = (args: readonly Argument[]): Argument[] =>
  args.filter(({ role }) => role === 'positional' || role === 'unclear' || role === 'remainder')

/** Whether a value is a remote URL, or `-`, which means the streams of the command. */
export const isAddress = (value: string): boolean => /^(?:-$|(?:gs|s3|https?):\/\/)/.test(value)
