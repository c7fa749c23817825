import type { FileCall } from '../../src/tools/filesystem/client/volume.ts'

/** A call for tests that use the client directly. */
export function silentCall(parts: Partial<FileCall> = {}): FileCall {
  const ignore = (): void => undefined
  return {
    caller: { id: 'test', scopes: ['*'] },
    signal: new AbortController().signal,
    outOfTime: () => false,
    truncate: ignore,
    warn: ignore,
    progress: ignore,
    ...parts
  }
}
