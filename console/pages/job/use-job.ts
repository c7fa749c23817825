import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, get, type Output, toApiError } from '../../api/client.ts'
import { followJob, type Job, type News } from '../../api/follow.ts'
import { announce } from '../../app/announce.ts'
import { can } from '../../app/session.ts'
import { statusLabel } from '../../components/status.tsx'
import { formatCount, words } from '../../lib/format.ts'
import type { Loaded } from '../../lib/loaded.ts'
import { hasEnded, OUTCOMES } from '../../lib/outcomes.ts'
import { addSample, type Sample } from '../../lib/samples.ts'

export type JobChange = Output<'jobs_get_history'>['events'][number]

export interface FollowedJob {
  value: Loaded<Job>
  samples: readonly Sample[]
  changes: readonly JobChange[]
  /** The error that interrupts live updates. */
  problem: ApiError | undefined
  /** Reads the job again, after a change of this page. */
  refresh: (job?: Job) => void
}

const REFRESH_MS = 1_500

/** What screen readers read when the status changes. The end of a job comes with its counts. */
function announcementOf({ status, progress }: Pick<Job, 'status' | 'progress'>): string {
  const counts = OUTCOMES.flatMap(outcome =>
    progress[outcome] > 0 ? [`${formatCount(progress[outcome])} ${words(outcome).toLowerCase()}`] : []
  )
  return [`Job: ${statusLabel(status)}`, ...(hasEnded(status) ? counts : [])].join(', ')
}

/**
 * A job that is followed while it changes. Events update its progress; what they do not contain (preview, errors, links) is read again when the status
 * changes, and while items fail.
 */
export function useJob(id: string): FollowedJob {
  const [value, setValue] = useState<Loaded<Job>>({ state: 'loading' })
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const [changes, setChanges] = useState<readonly JobChange[]>([])
  const [problem, setProblem] = useState<ApiError>()
  const [generation, setGeneration] = useState(0)
  const latest = useRef<Job>(undefined)

  const show = useCallback((job: Job) => {
    // A response that was sent before the latest event must not undo it.
    const known = latest.current
    const isOlder = known && known.id === job.id && job.revision < known.revision
    latest.current = isOlder ? { ...job, progress: known.progress, status: known.status, revision: known.revision } : job
    // Here, since an event may come after a response that has its status already.
    if (known?.id === job.id && known.status !== latest.current.status) announce(announcementOf(latest.current))
    setValue({ state: 'ready', data: latest.current })
  }, [])

  // A layout effect ends with its page: the end of this job must not be announced on the next one.
  useLayoutEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const path = `/v1/jobs/${encodeURIComponent(id)}`
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = (): void => undefined

    const read = async (): Promise<void> => {
      timer = undefined
      try {
        show(await get<Job>(path, undefined, signal))
        setProblem(undefined)
      } catch (error) {
        if (signal.aborted) return
        if (latest.current) setProblem(toApiError(error))
        else setValue({ state: 'failed', error: toApiError(error) })
      }
    }
    const readSoon = (milliseconds: number): void => {
      timer ??= setTimeout(read, milliseconds)
    }
    const readHistory = async (): Promise<void> => {
      if (!can('jobs_get_history')) return
      const history = await get<Output<'jobs_get_history'>>(`${path}/history`, undefined, signal).catch(() => undefined)
      if (!history || signal.aborted) return
      setChanges(history.events)
      setSamples(history.samples.map(({ at, done }) => ({ at: Date.parse(at), done })))
    }
    const onNews = (news: News, at: number): void => {
      const before = latest.current
      if (!before || news.revision < before.revision) return
      setProblem(undefined)
      setSamples(known => addSample(known, { at, done: news.progress.done }))
      const isChanged = news.status !== before.status || news.reason !== before.reason
      show({ ...before, ...news })
      if (isChanged) {
        readSoon(0)
        readHistory()
      } else if (news.progress.failed + news.progress.unknown > before.progress.failed + before.progress.unknown) readSoon(REFRESH_MS)
    }

    latest.current = undefined
    Promise.all([read(), readHistory()]).then(() => {
      if (signal.aborted || !latest.current || hasEnded(latest.current.status)) return
      stop = followJob(id, {
        onNews,
        onEnd: () => {
          read()
          readHistory()
        },
        onError: setProblem
      })
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
      stop()
    }
  }, [id, generation])

  const refresh = useCallback(
    (job?: Job) => {
      if (job) show(job)
      // A job that has ended is not followed: what was done to it since is read once.
      if (!job || hasEnded(job.status)) setGeneration(count => count + 1)
    },
    [show]
  )
  return { value, samples, changes, problem, refresh }
}
