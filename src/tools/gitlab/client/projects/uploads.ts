import { segment } from '../../../../lib/http/segment.ts'
import { text, textOrNull } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { fileStream } from '../content/download.ts'
import type { GitLabCall } from '../request.ts'

interface Upload {
  project?: string
  filename: string
  media_type: string
}

/** Uploads a file that issues, merge requests, comments and wiki pages of the project can show. */
export async function uploadFile(gitlab: GitLab, { project: reference, filename, media_type }: Upload, file: Blob, call: GitLabCall) {
  const project = await gitlab.project(reference, call)
  const body = new FormData()
  body.append('file', new File([file], filename, { type: media_type }))
  const row = await gitlab.row({ method: 'POST', path: `${project.path}/uploads`, body, subject: project.subject() }, call)
  return { markdown: text(row, 'markdown'), upload: text(row, 'url'), alt: textOrNull(row, 'alt') }
}

/** `upload`: `/uploads/<secret>/<filename>`, as texts contain it. */
export async function downloadUpload(
  gitlab: GitLab,
  { project: reference, upload }: { project?: string; upload: string },
  call: GitLabCall
) {
  const project = await gitlab.project(reference, call)
  const [secret = '', filename = ''] = upload.split('/').slice(-2)
  const path = `${project.path}/uploads/${segment(secret, 'upload')}/${segment(filename, 'upload')}`
  return fileStream(await gitlab.download({ path, subject: project.subject('upload', filename) }, call), filename)
}
