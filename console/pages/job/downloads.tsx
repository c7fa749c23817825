import { useState } from 'preact/hooks'
import { targetOf } from '../../api/call.ts'
import { errorOf, request, toApiError } from '../../api/client.ts'
import { toast } from '../../app/announce.ts'
import { can, hasKey } from '../../app/session.ts'
import { saveFile } from '../../lib/save-file.ts'

const FORMATS = ['csv', 'ndjson'] as const

/** The results of all items as files. */
export function Downloads({ id, outcome }: { id: string; outcome: string | undefined }) {
  const [busy, setBusy] = useState(false)
  if (!can('jobs_get_results')) return null
  const callOf = (format: string) => ({ path: `/v1/jobs/${encodeURIComponent(id)}/results`, query: { format, outcome } })

  // A link cannot send a key, so the file is read here first.
  const download = async (format: string): Promise<void> => {
    setBusy(true)
    try {
      const response = await request({ ...callOf(format), headers: { accept: '*/*' } })
      if (!response.ok) throw await errorOf(response)
      saveFile(await response.blob(), `${[id, outcome].filter(Boolean).join('-')}.${format}`)
    } catch (error) {
      toast(toApiError(error).message, 'failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {FORMATS.map(format =>
        hasKey.value ? (
          <button key={format} type="button" class="button" disabled={busy} onClick={() => download(format)}>
            {format.toUpperCase()}
            <span class="visually-hidden"> of the results</span>
          </button>
        ) : (
          <a key={format} class="button" href={targetOf(callOf(format))} download>
            {format.toUpperCase()}
            <span class="visually-hidden"> of the results</span>
          </a>
        )
      )}
    </>
  )
}
