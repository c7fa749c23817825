import { readFileSync } from 'node:fs'
import { outside } from './outside.ts'

const { path: fixture, skip } = outside('fixtures/gcloud/runs.jsonl')

/** Why tests of the recorded runs are skipped; false if the runs are present. */
export const noRuns = skip

/** One recorded run of the real gcloud. */
export interface Run {
  name: string
  argv: string[] | null
  stdout: string
  stderr: string
  exit_code: number
}

export const recordedRuns = (): Run[] =>
  readFileSync(fixture, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
