import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attempt } from '../../contract/record.ts'

interface AttemptLog {
  started: number
  attempts: Attempt[]
  /** Segments of paths that `segment` encoded, if any. */
  values?: Set<string>
}

/** Maximum attempts that are kept of one call. */
const MAX_ATTEMPTS = 50

const logs = new AsyncLocalStorage<AttemptLog>()

/** Runs work. The attempts that it sends, even later, are added to the list. */
export const withAttemptLog = <T>(started: number, attempts: Attempt[], work: () => Promise<T>): Promise<T> =>
  logs.run({ started, attempts }, work)

/** Notes that a segment of a path is a value, not part of the API. */
export function noteValue(segment: string): string {
  const log = logs.getStore()
  if (log) {
    log.values ??= new Set()
    log.values.add(segment)
  }
  return segment
}

/** Starts to observe an attempt. The result is called with the status once it has ended. */
export function startAttempt(method: string, base: string, path: string): (status: number | null) => void {
  const log = logs.getStore()
  if (!log || log.attempts.length >= MAX_ATTEMPTS) return ignore
  const started = performance.now()
  return status => {
    if (log.attempts.length >= MAX_ATTEMPTS) return // others that started at the same time
    log.attempts.push({
      method,
      host: URL.parse(base)?.host ?? '',
      path: templateOf(path, log.values),
      status,
      started_ms: rounded(started - log.started),
      duration_ms: rounded(performance.now() - started)
    })
  }
}

const ignore = (): void => undefined

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

/** No API has a dot in its paths: a segment with one is the name of a file. */
const LITERAL = /^[a-z][a-z_-]{0,40}(?:v?\d{1,2})?$/i

function templateOf(path: string, values?: ReadonlySet<string>): string {
  const [plain = ''] = path.split('?')
  const parts = plain.replace(/^\//, '').split('/')
  return `/${parts.map(part => (!values?.has(part) && LITERAL.test(part) ? part : '*')).join('/')}`
}
