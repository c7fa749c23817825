import {
  below,
  flagOrNull,
  integerOrNull,
  isRow,
  numberOrNull,
  type Row,
  rows,
  text,
  textOrNull,
  texts,
  time
} from '../../../../lib/row.ts'
import type { Job, Pipeline, Variable } from '../../schemas/ci.ts'
import { personIn } from './people.ts'

/** GitLab returns a percentage as text, such as "93.50". */
const percentIn = (row: Row, name: string): number | null => {
  const value = numberOrNull(row, name) ?? Number.parseFloat(text(row, name))
  return Number.isFinite(value) ? value : null
}

export const pipelineOf = (row: Row): Pipeline => ({
  id: integerOrNull(row, 'id'),
  project_id: integerOrNull(row, 'project_id'),
  name: textOrNull(row, 'name'),
  status: textOrNull(row, 'status'),
  ref: textOrNull(row, 'ref'),
  source: textOrNull(row, 'source'),
  user: personIn(row, 'user'),
  sha: textOrNull(row, 'sha'),
  coverage: percentIn(row, 'coverage'),
  yaml_errors: textOrNull(row, 'yaml_errors'),
  duration: numberOrNull(row, 'duration'),
  created_at: time(row, 'created_at'),
  updated_at: time(row, 'updated_at'),
  started_at: time(row, 'started_at'),
  finished_at: time(row, 'finished_at'),
  url: textOrNull(row, 'web_url')
})

export const jobOf = (row: Row): Job => ({
  id: integerOrNull(row, 'id'),
  name: textOrNull(row, 'name'),
  stage: textOrNull(row, 'stage'),
  status: textOrNull(row, 'status'),
  ref: textOrNull(row, 'ref'),
  pipeline_id: integerOrNull(below(row, 'pipeline'), 'id'),
  allow_failure: flagOrNull(row, 'allow_failure'),
  failure_reason: textOrNull(row, 'failure_reason'),
  user: personIn(row, 'user'),
  // GitLab lists the log as an artifact, too.
  has_artifacts: isRow(row['artifacts_file']) || rows(row, 'artifacts').some(({ file_type }) => file_type === 'archive'),
  duration: numberOrNull(row, 'duration'),
  created_at: time(row, 'created_at'),
  started_at: time(row, 'started_at'),
  finished_at: time(row, 'finished_at'),
  url: textOrNull(row, 'web_url')
})

/** The value is hidden unless requested: it may be a secret. */
export const variableOf = (row: Row, show_values: boolean): Variable => ({
  key: textOrNull(row, 'key'),
  value: show_values ? textOrNull(row, 'value') : null,
  variable_type: textOrNull(row, 'variable_type')
})

export const lintOf = (row: Row) => ({
  valid: flagOrNull(row, 'valid'),
  errors: texts(row, 'errors'),
  warnings: texts(row, 'warnings'),
  merged_yaml: textOrNull(row, 'merged_yaml')
})
