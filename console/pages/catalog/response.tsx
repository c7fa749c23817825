import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../../api/client.ts'
import { hrefOf } from '../../app/router.ts'
import { can } from '../../app/session.ts'
import { copy } from '../../components/copy.ts'
import { Markdown } from '../../components/markdown.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { Failure } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { formatBytes } from '../../form/files.ts'
import { jsonText } from '../../form/json-text.ts'
import { isObject } from '../../form/schema.ts'
import { formatCount, plural, visibleControls } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Bytes, Outcome, Progress } from './run.ts'
import { Tabs } from './tabs.tsx'

export type Running =
  | { state: 'idle' }
  | { state: 'running'; progress?: Progress; bytes?: Bytes }
  | { state: 'done'; outcome?: Outcome; progress?: Progress; bytes?: Bytes }
  | { state: 'failed'; error: ApiError; progress?: Progress; bytes?: Bytes }

interface ResponseProps {
  running: Running
  onStop: () => void
  /** Runs the call again with this cursor. */
  onNext: (cursor: string) => void
}

export function ResponsePanel({ running, onStop, onNext }: ResponseProps) {
  if (running.state === 'idle') return null
  const { progress, bytes } = running
  return (
    <section class="card panel response" aria-label="Response" aria-busy={running.state === 'running'}>
      <div class="section-head">
        <h2>Response</h2>
        {running.state === 'running' && (
          <button type="button" class="button small" onClick={onStop}>
            Stop
          </button>
        )}
        {running.state === 'done' && running.outcome && <Facts outcome={running.outcome} />}
      </div>
      {running.state === 'running' && <Bar progress={progress} />}
      {progress && progress.lines.length > 0 && <Lines text={progress.lines.join('\n')} />}
      {bytes && <BytesView bytes={bytes} isComplete={running.state === 'done'} />}
      {running.state === 'failed' && <Failed error={running.error} />}
      {running.state === 'done' && running.outcome && <Result outcome={running.outcome} onNext={onNext} />}
    </section>
  )
}

function Failed({ error }: { error: ApiError }) {
  const { outcome, issues = [] } = error.details
  return (
    <>
      {outcome === 'unknown' && <p class="notice-title bad-text">It is unknown whether the call was executed.</p>}
      {issues.length > 0 ? (
        <div class="notice bad">
          <p class="notice-title">{plural(issues.length, 'problem')} in the input</p>
          <p>Each is shown at its field. Nothing was run.</p>
        </div>
      ) : (
        <Failure error={error} />
      )}
    </>
  )
}

function Facts({ outcome: { status, metadata } }: { outcome: Outcome }) {
  const { execution_time_ms: time, sandbox, instance } = metadata
  return (
    <span class="facts muted small">
      <span class="status">
        <span class="dot ok" aria-hidden="true" />
        {status}
      </span>
      {typeof time === 'number' && <span class="numbers">{formatCount(Math.round(time))} ms</span>}
      {instance && !sandbox && <Foreign>{instance}</Foreign>}
      {sandbox && <span class="tag">sandbox</span>}
    </span>
  )
}

function Bar({ progress }: { progress: Progress | undefined }) {
  const { done, total, message } = progress ?? {}
  return (
    <div class="run-progress">
      <progress aria-label="Progress of the call" {...(typeof total === 'number' && { max: total, value: done ?? 0 })} />
      <span class="muted small numbers">
        {done === undefined ? 'Running' : `${formatCount(done)}${typeof total === 'number' ? ` of ${formatCount(total)}` : ''}`}
        {message && (
          <>
            {' '}
            <Foreign>{message}</Foreign>
          </>
        )}
      </span>
    </div>
  )
}

/** Output that grows: follows its end until the reader scrolls up. */
function Lines({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  return (
    <Scroll
      label="Output"
      class="code live"
      isLog
      box={box}
      onScroll={({ scrollTop, scrollHeight, clientHeight }) => {
        follows.current = scrollTop + clientHeight > scrollHeight - 20
      }}
    >
      <pre>{visibleControls(text)}</pre>
    </Scroll>
  )
}

function BytesView({ bytes: { media_type, filename, text, size, file }, isComplete }: { bytes: Bytes; isComplete: boolean }) {
  return (
    <>
      <p class="facts muted small">
        <Foreign>{filename}</Foreign>
        <span class="mono">{media_type}</span>
        <span class="numbers">{formatBytes(size)}</span>
        {file && (
          <button type="button" class="button small" onClick={() => saveFile(file, filename)}>
            Save file
          </button>
        )}
      </p>
      {isComplete && !file && <p class="muted small">The file is too large for the browser. Use the curl command to save it.</p>}
      {text !== undefined && text !== '' && <Lines text={text} />}
      {text === undefined && <p class="muted small">The content is not text.</p>}
    </>
  )
}

const FORMS = ['Rendered', 'JSON'] as const

function Result({ outcome: { data, metadata, job }, onNext }: { outcome: Outcome; onNext: (cursor: string) => void }) {
  const [current, choose] = useState<(typeof FORMS)[number]>('Rendered')
  const { markdown, warnings = [], truncated, ...others } = metadata
  const cursor = isObject(data) && typeof data['next_cursor'] === 'string' ? data['next_cursor'] : undefined
  const jobId = job ?? (typeof others['job_id'] === 'string' ? others['job_id'] : undefined)
  const text = jsonText({ data, metadata: { ...others, warnings, truncated } })
  return (
    <>
      {jobId && can('jobs_get') && (
        <p>
          <a href={hrefOf('jobs', jobId)}>Open the job</a>
        </p>
      )}
      <Tabs label="Format of the response" names={FORMS} current={current} onChoose={choose}>
        {current === 'Rendered' ? (
          <Markdown text={typeof markdown === 'string' ? markdown : ''} />
        ) : (
          <>
            {warnings.map(warning => (
              <p key={warning} class="notice warn">
                <Foreign>{warning}</Foreign>
              </p>
            ))}
            <Scroll label="Response as JSON" class="code">
              <pre>{text}</pre>
            </Scroll>
            <button type="button" class="button small" onClick={() => copy(text, 'Response copied')}>
              Copy
            </button>
          </>
        )}
      </Tabs>
      {cursor !== undefined && (
        <button type="button" class="button" onClick={() => onNext(cursor)}>
          {truncated ? 'Get the rest' : 'Next page'}
        </button>
      )}
    </>
  )
}
