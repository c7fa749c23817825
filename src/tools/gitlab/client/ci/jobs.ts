import type { StreamResult } from '../../../../contract/stream.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { integerOrNull, rows, textOrNull, time } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { readRange, readTail } from '../content/byte-range.ts'
import { fileStream } from '../content/download.ts'
import { redactedRange, redactTokens } from '../content/redact.ts'
import { asOnTerminal } from '../content/terminal.ts'
import { jobOf } from '../mappers/ci.ts'
import type { GitLabCall } from '../request.ts'

export interface JobRef {
  project?: string
  job_id: number
}

async function jobTarget(gitlab: GitLab, { project: reference, job_id }: JobRef, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  return { path: `${project.path}/jobs/${job_id}`, subject: project.subject('job', job_id) }
}

export async function getJob(gitlab: GitLab, name: JobRef, call: GitLabCall) {
  return jobOf(await gitlab.row(await jobTarget(gitlab, name, call), call))
}

/** GitLab lists the artifacts of a job with the job, but not the files in the archive. */
export async function listArtifacts(gitlab: GitLab, name: JobRef, call: GitLabCall) {
  const row = await gitlab.row(await jobTarget(gitlab, name, call), call)
  const files = rows(row, 'artifacts').map(one => ({
    file_type: textOrNull(one, 'file_type'),
    filename: textOrNull(one, 'filename'),
    size: integerOrNull(one, 'size'),
    file_format: textOrNull(one, 'file_format')
  }))
  return { job_id: name.job_id, expires_at: time(row, 'artifacts_expire_at'), files }
}

export async function actOnJob(gitlab: GitLab, name: JobRef, verb: 'retry' | 'cancel' | 'play', call: GitLabCall) {
  const { path, subject } = await jobTarget(gitlab, name, call)
  return jobOf(await gitlab.row({ method: 'POST', path: `${path}/${verb}`, subject }, call))
}

interface LogQuery extends JobRef {
  tail_lines?: number
  offset?: number
  end?: number
  max_bytes: number
  plain: boolean
}

/** Returns a part of the log. The log is streamed, and only the requested part is kept: it may be of any length. */
export async function getJobLog(gitlab: GitLab, { tail_lines, offset, end, max_bytes, plain, ...name }: LogQuery, call: GitLabCall) {
  const { path, subject } = await jobTarget(gitlab, name, call)
  const { body } = await gitlab.download({ path: `${path}/trace`, headers: { accept: 'text/plain' }, subject }, call)
  const range =
    offset === undefined ? await readTail(body, max_bytes, { lines: tail_lines, end }) : await readRange(body, offset, max_bytes)
  const text = redactedRange(range.bytes, range.begin, range.end)
  const to_byte = range.from + range.end - range.begin
  const complete = range.from === 0 && to_byte === range.total
  const hasNext = range.total === null || to_byte < range.total
  const isBackwards = offset === undefined && range.from > 0
  if (isBackwards) {
    const hint = `For the part before this one, send end ${range.from}; this part ends at to_byte.`
    call.truncate({ reason: 'size', omitted: null, next: 'next_end', hint })
  } else if (hasNext) call.truncate({ reason: 'size', omitted: null, next: 'next_offset', hint: `To continue, send offset ${to_byte}.` })
  return {
    job_id: name.job_id,
    // Removing control characters may join the parts of a token.
    text: plain ? redactTokens(asOnTerminal(text)) : text,
    from_byte: range.from,
    to_byte,
    total_bytes: range.total,
    ...(hasNext && { next_offset: to_byte }),
    ...(isBackwards && { next_end: range.from }),
    complete,
    untrusted: true
  }
}

interface ArtifactRef extends JobRef {
  artifact_path?: string
}

/** Streams all artifacts as a ZIP archive, or one file of it. */
export async function downloadArtifacts(gitlab: GitLab, { artifact_path, ...name }: ArtifactRef, call: GitLabCall): Promise<StreamResult> {
  const { path, subject } = await jobTarget(gitlab, name, call)
  const file = artifact_path === undefined ? '' : `/${segmentsOf(artifact_path)}`
  const found = await gitlab.download({ path: `${path}/artifacts${file}`, headers: { accept: '*/*' }, subject }, call)
  return fileStream(found, artifact_path?.split('/').at(-1) ?? 'artifacts.zip')
}

/** GitLab expects the slashes of this path unencoded. Each part is checked, so that the path stays within the archive. */
function segmentsOf(path: string): string {
  const parts = path.split('/').filter(part => part !== '')
  if (parts.length === 0) throw invalidField('artifact_path', 'is not a path', 'the path of a file in the archive')
  return parts.map(part => segment(part, 'artifact_path')).join('/')
}
