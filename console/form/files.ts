/** File inputs of an operation, from the catalog. */
export interface Upload {
  property: string
  multiple: boolean
  part: string
  max_bytes: number
  filename: string | null
  media_type: string | null
}

/** A larger file is sent as a part of a form and is not in the JSON, which would become too long to read. */
export const MAX_INLINE_BYTES = 65_536

/** Base64 of a file. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(parts.join(''))
}

/** Bytes of a file as base64; undefined if the text is not base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Bytes that base64 stands for. */
export const sizeOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

const UNITS = ['bytes', 'KB', 'MB', 'GB']

export function formatBytes(bytes: number): string {
  const unit = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1000 ** unit).toFixed(1))} ${UNITS[unit]}`
}

/** The input as the fields and parts of a form. A list is one field per item. */
export function formOf(input: Readonly<Record<string, unknown>>, upload: Upload, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (name === upload.property) continue
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
  }
  for (const file of [...inlineFiles(input[upload.property], upload), ...files]) form.append(upload.part, file)
  return form
}

/** Files that the input contains as base64. */
function inlineFiles(value: unknown, { multiple, filename, media_type }: Upload): File[] {
  if (!multiple || !Array.isArray(value) || filename === null || media_type === null) return []
  return value.map(
    item => new File([bytesOf(String(item.content_base64)) ?? ''], String(item[filename]), { type: String(item[media_type]) })
  )
}
