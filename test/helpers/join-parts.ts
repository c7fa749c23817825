type Facts = Record<string, unknown>

/** Joins parts of a response, as docs/calls.md describes: `continues` names the value of the previous part that this part continues. */
export function joined(before: unknown, part: unknown, continues: string): unknown {
  const [step, rest] = firstStep(continues)
  if (step === undefined) return appended(before, part)
  if (Array.isArray(before) && Array.isArray(part)) return [...before.slice(0, -1), joined(before.at(-1), part[0], rest), ...part.slice(1)]
  if (!isFacts(before) || !isFacts(part)) throw new Error(`Nothing at ${continues}`)
  return { ...before, ...part, [step]: joined(before[step], part[step], rest) }
}

/** `.diffs[3].text` or `diffs[3].text` as `diffs` and `[3].text`. */
function firstStep(path: string): [step: string | undefined, rest: string] {
  const [all = '', name, index] = /^(?:\.?([^.[]+)|\[(\d+)\])/.exec(path) ?? []
  return [name ?? index, path.slice(all.length)]
}

function appended(before: unknown, part: unknown): unknown {
  if (typeof before === 'string') return before + String(part)
  if (Array.isArray(before) && Array.isArray(part)) return [...before, ...part]
  return isFacts(before) && isFacts(part) ? { ...before, ...part } : part
}

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)
