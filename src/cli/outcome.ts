/** What a command says, and its exit code: 0 done, 1 it found a problem, 2 it was not understood. */
export interface Outcome {
  code: 0 | 1 | 2
  out?: string
  err?: string
}
