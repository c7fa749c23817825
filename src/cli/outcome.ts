/** The output of a command and its exit code: 0 done, 1 problem found, 2 usage error, 3 waiting for a user, 130 interrupted. */
export interface Outcome {
  code: 0 | 1 | 2 | 3 | 130
  out?: string
  err?: string
}
