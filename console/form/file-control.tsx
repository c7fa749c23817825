import { useState } from 'preact/hooks'
import type { ControlProps } from './controls.tsx'
import { base64Of, bytesOf, formatBytes, MAX_INLINE_BYTES, sizeOf, type Upload } from './files.ts'
import { idOf, type Shared } from './form.tsx'
import { issuesAt, type Path } from './value.ts'

/** A file: chosen, or typed as text. A small one is in the JSON as base64; a larger one is sent as a part of a form, if the operation takes one. */
export function FileControl({ value, shared, path, notes, label }: ControlProps) {
  const { upload } = shared
  const isUpload = upload !== null && !upload.multiple && path.length === 1 && path[0] === upload.property
  const [isText, setText] = useState(false)
  const base64 = typeof value === 'string' ? value : ''
  const attached = isUpload ? shared.files[0] : undefined
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const before = path.slice(0, -1)
    if (isUpload && file.size > MAX_INLINE_BYTES) {
      shared.change(path, undefined)
      shared.onFiles([file])
      return
    }
    shared.onFiles([])
    const content = await base64Of(file)
    const names: [string | null | undefined, string][] = [
      [upload?.filename, file.name],
      [upload?.media_type, file.type]
    ]
    shared.changeAll([
      [path, content],
      ...names.flatMap(([name, text]): [Path, unknown][] => (name && text ? [[[...before, name], text]] : []))
    ])
  }
  const bytes = bytesOf(base64)
  const text = bytes && textIn(bytes)
  return (
    <div class="stacked" id={`${idOf(shared, path)}-box`}>
      <div class="joined">
        <label class="button small file-button">
          {base64 || attached ? 'Replace file' : 'Choose file'}
          <input
            id={idOf(shared, path)}
            type="file"
            class="visually-hidden"
            aria-label={label ?? `${String(path.at(-1))}: choose a file`}
            aria-describedby={notes || undefined}
            aria-invalid={issuesAt(shared.issues, path, true).length > 0}
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        </label>
        {!isText && (
          <button type="button" class="button small" disabled={text === undefined} onClick={() => setText(true)}>
            Type text
          </button>
        )}
        <span class="muted small foreign">
          {attached
            ? `${attached.name}, ${formatBytes(attached.size)}: sent as a part of a form, not in the JSON`
            : base64
              ? `${formatBytes(sizeOf(base64))} as base64`
              : 'No file'}
        </span>
        {attached && (
          <button type="button" class="link" onClick={() => shared.onFiles([])}>
            Remove file
          </button>
        )}
      </div>
      {isText && text !== undefined && (
        <textarea
          rows={4}
          spellcheck={false}
          aria-label={`${String(path.at(-1))} as text`}
          value={text}
          onInput={async ({ currentTarget }) => {
            shared.onFiles([])
            shared.change(path, currentTarget.value === '' ? undefined : await base64Of(new Blob([currentTarget.value])))
          }}
        />
      )}
    </div>
  )
}

/** The text of a file; undefined if it is not UTF-8. */
function textIn(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Adds files to a list of files. */
export function FileList({ upload, items, shared, path }: { upload: Upload; items: readonly unknown[]; shared: Shared; path: Path }) {
  const add = async (chosen: readonly File[]): Promise<void> => {
    const large = chosen.filter(file => file.size > MAX_INLINE_BYTES)
    const small = await Promise.all(
      chosen
        .filter(file => file.size <= MAX_INLINE_BYTES)
        .map(async file => ({
          [upload.filename ?? 'filename']: file.name,
          [upload.media_type ?? 'media_type']: file.type || 'application/octet-stream',
          content_base64: await base64Of(file)
        }))
    )
    if (large.length > 0) shared.onFiles([...shared.files, ...large])
    if (small.length > 0) shared.change(path, [...items, ...small])
  }
  return (
    <>
      <label class="button small file-button">
        Add files
        <input
          type="file"
          multiple
          class="visually-hidden"
          aria-label={`Add files to ${upload.property}`}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </label>
      {shared.files.map((file, at) => (
        <span class="tag" key={`${at} ${file.name}`}>
          <bdi class="foreign">{file.name}</bdi> {formatBytes(file.size)}, as a form part{' '}
          <button
            type="button"
            class="link"
            aria-label={`Remove ${file.name}`}
            onClick={() => shared.onFiles(shared.files.filter((_, other) => other !== at))}
          >
            Remove
          </button>
        </span>
      ))}
    </>
  )
}
