import type { Attachment } from '../../attachment.ts'
import type { Confluence } from '../connection.ts'
import { storageIn } from '../content/content.ts'
import { runTextTask } from '../content/text-tasks.ts'
import { findPage } from '../pages/pages.ts'
import type { ConfluenceCall } from '../request.ts'
import { attachmentsOf } from './attachments.ts'

/** Maximum number of attachments that are compared with the images of a page. */
const MAX_ATTACHMENTS = 1000

const isPicture = ({ metadata, title }: Attachment): boolean =>
  metadata.media_type?.startsWith('image/') || /\.(?:png|jpe?g|gif|svg|webp|bmp|avif)$/i.test(title)

/** Returns the images that a page shows, in order, and attached images that it does not show. */
export async function listImages(confluence: Confluence, page_id: string, call: ConfluenceCall) {
  const page = await findPage(confluence, { page_id }, { format: 'storage', anyStatus: true }, call)
  const shown = await runTextTask('imagesIn', [storageIn(page)], call)
  const files = new Map<string, Attachment>()
  let count = 0
  for await (const { attachment } of attachmentsOf(confluence, page, call)) {
    if (++count > MAX_ATTACHMENTS) {
      call.warn(`Only the first ${MAX_ATTACHMENTS} attachments of the page are considered.`)
      break
    }
    files.set(attachment.title, attachment)
  }
  const images = shown.map(image => ({
    ...image,
    is_shown: true,
    ...detailsOf(image.filename === null ? undefined : files.get(image.filename))
  }))
  const names = new Set(shown.map(({ filename }) => filename))
  const others = [...files.values()].filter(file => isPicture(file) && !names.has(file.title))
  return {
    page_id,
    title: page.title,
    images: [
      ...images,
      ...others.map(file => ({
        filename: file.title,
        url: null,
        alt: null,
        width: null,
        height: null,
        is_shown: false,
        ...detailsOf(file)
      }))
    ]
  }
}

const detailsOf = (file: Attachment | undefined) => ({
  attachment_id: file?.id ?? null,
  media_type: file?.metadata.media_type ?? null,
  file_size: file?.metadata.file_size ?? null
})
