import type { Turn } from '../../src/tools/filesystem/client/turn.ts'

/** What the client needs of a call, for tests that speak to it directly. */
export function quietTurn(parts: Partial<Turn> = {}): Turn {
  const ignore = (): void => undefined
  return { signal: new AbortController().signal, outOfTime: () => false, truncate: ignore, warn: ignore, progress: ignore, ...parts }
}
