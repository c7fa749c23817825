import t from 'tap'

/** Runs test files in this process: each is loaded when the tests of the one before it have ended, as a test that ends when it is loaded. */
export function inTurn([file, ...others]: readonly string[]): void {
  if (file === undefined) return
  t.test(file, async () => {
    await import(file)
    inTurn(others) // behind the tests that the file has put in the queue
  })
}
