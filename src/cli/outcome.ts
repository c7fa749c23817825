/** What a command says, and its exit code: 0 done, 1 it found a problem, 2 it was not understood, 3 it waits for somebody, 130 it was interrupted. */
export interface Outcome {
  code: 0 | 1 | 2 | 3 | 130
  out?: string
  err?: string
}
