const integers = new Intl.NumberFormat('en')

/** 12345 → 12,345. */
export const formatCount = (value: number): string => integers.format(value)

/** A number with its noun: 1 item, 2 items. */
export const plural = (value: number, noun: string): string => `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`

/** A rate with three significant digits, so that its width hardly changes: 4.57, 45.7, 457. */
export const formatRate = (value: number): string =>
  value >= 100 ? formatCount(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1]
] as const

/** Seconds as their two largest units: 75 → 1m 15s. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const first = UNITS.findIndex(([, size]) => whole >= size)
  if (first < 0) return '0s'
  let left = whole
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const value = Math.floor(left / size)
    left -= value * size
    return value === 0 ? '' : `${value}${unit}`
  })
  return parts.filter(Boolean).join(' ')
}

/** Milliseconds with as many digits as matter: 0.4 ms, 12 ms, 1.5 s, 2m 5s. */
export function formatMs(milliseconds: number): string {
  if (milliseconds < 10) return `${Math.round(milliseconds * 10) / 10} ms`
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  return milliseconds < 60_000 ? `${(milliseconds / 1_000).toFixed(1)} s` : formatDuration(milliseconds / 1_000)
}

/** Time relative to the present: just now, 5m ago, in 2h. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((now - time) / 1000)
  const size = Math.abs(seconds)
  if (size < 5) return 'just now'
  const [unit, length] = UNITS.find(([, one]) => size >= one) ?? UNITS[3]
  const text = `${Math.floor(size / length)}${unit}`
  return seconds > 0 ? `${text} ago` : `in ${text}`
}

const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

export const absoluteTime = (time: number): string => absolute.format(time)

/** snake_case as words: awaiting_confirmation → Awaiting confirmation. */
export const words = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Shows control characters, and those that change the order of others, by their codes: a name cannot look like another one. */
export const visibleControls = (text: string): string =>
  text.replace(CONTROLS, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
