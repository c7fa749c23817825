import type { StreamAnswer } from '../../../contract/stream.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { bytesOf } from './bytes.ts'
import type { GitLab } from './connection.ts'
import { readPart, readTail } from './log-part.ts'
import { placeOf } from './place.ts'
import { textWithin, withoutTokens } from './redact.ts'
import { segment, type Turn } from './request.ts'
import { jobOf } from './shapes/ci.ts'
import { withoutControls } from './terminal.ts'

export interface JobName {
  project?: string
  job_id: number
}

async function jobPlace(gitlab: GitLab, { project, job_id }: JobName, turn: Turn) {
  const place = await placeOf(gitlab, project, turn)
  return { path: `${place.path}/jobs/${job_id}`, about: place.about('job', job_id) }
}

export async function getJob(gitlab: GitLab, name: JobName, turn: Turn) {
  return jobOf(await gitlab.row(await jobPlace(gitlab, name, turn), turn))
}

export async function actOnJob(gitlab: GitLab, name: JobName, verb: 'retry' | 'cancel' | 'play', turn: Turn) {
  const { path, about } = await jobPlace(gitlab, name, turn)
  return jobOf(await gitlab.row({ method: 'POST', path: `${path}/${verb}`, about }, turn))
}

interface LogQuestion extends JobName {
  tail_lines?: number
  offset?: number
  max_bytes: number
  plain: boolean
}

/** The log comes as a stream, of which no more is kept than is answered: it may be of any length. */
export async function getJobLog(gitlab: GitLab, { tail_lines, offset, max_bytes, plain, ...name }: LogQuestion, turn: Turn) {
  const { path, about } = await jobPlace(gitlab, name, turn)
  const { body } = await gitlab.download({ path: `${path}/trace`, headers: { accept: 'text/plain' }, about }, turn)
  const fromStart = offset !== undefined
  const part = fromStart ? await readPart(body, offset, max_bytes) : await readTail(body, max_bytes, tail_lines)
  const said = textWithin(part.bytes, part.begin, part.end)
  const to_byte = part.from + part.end - part.begin
  const complete = part.from === 0 && to_byte === part.total
  if (!complete) turn.truncate({ reason: 'size', omitted: null, hint: 'Give offset to read another part; to_byte is where this one ends.' })
  return {
    job_id: name.job_id,
    // What the controls kept apart may be a token only without them.
    text: plain ? withoutTokens(withoutControls(said)) : said,
    from_byte: part.from,
    to_byte,
    total_bytes: part.total,
    complete,
    untrusted: true
  }
}

interface ArtifactName extends JobName {
  artifact_path?: string
}

/** All files as one archive, or one of them; the bytes as they come. */
export async function downloadArtifacts(gitlab: GitLab, { artifact_path, ...name }: ArtifactName, turn: Turn): Promise<StreamAnswer> {
  const { path, about } = await jobPlace(gitlab, name, turn)
  const file = artifact_path === undefined ? '' : `/${segmentsOf(artifact_path)}`
  const found = await gitlab.download({ path: `${path}/artifacts${file}`, headers: { accept: '*/*' }, about }, turn)
  return bytesOf(found, artifact_path?.split('/').at(-1) ?? 'artifacts.zip')
}

/** The one path whose slashes GitLab wants as they are; no part of it may lead out of the archive. */
function segmentsOf(path: string): string {
  const parts = path.split('/').filter(part => part !== '')
  if (parts.length === 0) throw misgiven('artifact_path', 'names nothing', 'the path of a file in the archive')
  return parts.map(part => segment(part, 'artifact_path')).join('/')
}
