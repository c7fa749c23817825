import t from 'tap'

/** Runs test files in this process, one after the other. */
export function inTurn([file, ...others]: readonly string[]): void {
  if (file === undefined) return
  t.test(file, async () => {
    await import(file)
    inTurn(others) // after the tests that the file has queued
  })
}
