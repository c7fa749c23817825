import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, get, send, toApiError } from '../../api/client.ts'
import { announce } from '../../app/announce.ts'
import { hrefOf, navigate } from '../../app/router.ts'
import { can, operationOf } from '../../app/session.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Show } from '../../components/states.tsx'
import { CopyId, Foreign } from '../../components/text.tsx'
import { useLoad } from '../../components/use-load.ts'
import { Form } from '../../form/form.tsx'
import { type JsonProblem, jsonText, parseJson } from '../../form/json-text.ts'
import { isObject } from '../../form/schema.ts'
import type { Issue } from '../../form/value.ts'
import { arrivalOf, callOf, checkOf, type Entry, fragmentOf, type Input, inputIn } from './call.ts'
import { CodePanel } from './code-panel.tsx'
import { ResponsePanel, type Running } from './response.tsx'
import { Risk } from './risk.tsx'
import { runCall } from './run.ts'

interface System {
  title: string
  available: boolean
  reason: string | null
  instances: readonly { name: string | null; is_default: boolean; available: boolean; sandbox: boolean }[]
}

/** One operation: what it does, its form, and its response. */
export function Operation({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params['id'] ?? ''
  const { value, reload } = useLoad(signal => get<Entry>(`/v1/catalog/${encodeURIComponent(id)}`, undefined, signal), [id])
  return (
    <>
      <p class="back">
        <a href={hrefOf('catalog')}>Catalog</a>
      </p>
      <h1 tabIndex={-1} class="operation-title">
        <Foreign>{operationOf(id)?.summary ?? id}</Foreign>
      </h1>
      {value.state === 'failed' && value.error.status === 404 ? (
        <NotVisible error={value.error} />
      ) : (
        <Show value={value} onRetry={reload} lines={8}>
          {entry => <Loaded key={entry.id} entry={entry} />}
        </Show>
      )}
    </>
  )
}

/** A key does not see the operations that it may not call: whether this one exists is not known here. */
const NotVisible = ({ error }: { error: ApiError }) => (
  <div class="notice" role="alert">
    <p class="notice-title">This key may not call this operation, or it does not exist.</p>
    <p>Ask the administrator of the gateway for a key with a scope that allows it.</p>
    {(error.details.suggestions ?? []).map(text => (
      <p key={text} class="muted small">
        <Suggestion text={text} />
      </p>
    ))}
  </div>
)

/** A suggestion. The operation that it names, if it names one of this key, is a link. */
function Suggestion({ text }: { text: string }) {
  const id = text.split(/[^a-z0-9_]+/).find(word => operationOf(word))
  if (id === undefined) return <Foreign>{text}</Foreign>
  const at = text.indexOf(id)
  return (
    <>
      <Foreign>{text.slice(0, at)}</Foreign>
      <a href={hrefOf('catalog', id)}>{id}</a>
      <Foreign>{text.slice(at + id.length)}</Foreign>
    </>
  )
}

interface Verdict {
  allowed: boolean
  needs_confirmation: boolean
  refusal: string | null
  message: string | null
  permission: string | null
  issues: readonly Issue[]
}

/** A check of a longer input is not sent while it is typed. */
const MAX_CHECKED = 60_000
const PAUSE_MS = 400

function Loaded({ entry }: { entry: Entry }) {
  // Whether a system is available may take a moment to find out: the form does not wait for it.
  const { value: found } = useLoad(signal => get<System>(`/v1/tools/${entry.system}`, undefined, signal), [entry.system])
  const system = found.state === 'ready' ? found.data : undefined
  const { input, text, problem, setInput, setText } = useInput()
  const [files, setFiles] = useState<readonly File[]>([])
  const [running, setRunning] = useState<Running>({ state: 'idle' })
  const [confirming, setConfirming] = useState<string>()
  const [shown, setShown] = useState<{ issues: readonly Issue[]; isLive: boolean }>({ issues: [], isLive: false })
  const [message, setMessage] = useState<string>()
  const { verdict, check } = useCheck(entry, input, text, files.length > 0)
  const controller = useRef<AbortController>(undefined)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.title = `${entry.id} · Toolgate`
  }, [])
  // A layout effect ends with its page: a call that ends while the next page is painted must not open that of its job.
  useLayoutEffect(() => () => controller.current?.abort(), [])
  useEffect(() => {
    if (verdict && shown.isLive) setShown({ issues: verdict.issues, isLive: true })
  }, [verdict])
  useEffect(() => setMessage(undefined), [input])

  const run = async (input: Input): Promise<void> => {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    setConfirming(undefined)
    setMessage(undefined)
    let parts: Pick<Extract<Running, { state: 'running' }>, 'progress' | 'bytes'> = {}
    const report = (more: typeof parts): void => {
      parts = { ...parts, ...more }
      setRunning({ state: 'running', ...parts })
    }
    report({})
    keepInAddress(input) // before the page of a job replaces this one
    const arrival = arrivalOf(entry, input, files)
    try {
      const outcome = await runCall(callOf(entry, input, files), arrival, entry.stream?.endless ?? false, current.signal, {
        onProgress: progress => report({ progress }),
        onBytes: bytes => report({ bytes })
      })
      setShown({ issues: [], isLive: false })
      setRunning({ state: 'done', ...parts, ...(outcome && { outcome }) })
      announce('The call succeeded')
      if (entry.kind === 'bulk' && outcome?.job && can('jobs_get')) navigate(hrefOf('jobs', outcome.job))
      else showResult()
    } catch (caught) {
      if (current.signal.aborted) {
        setRunning(parts.bytes ? { state: 'done', ...parts } : { state: 'idle' })
        return
      }
      const error = toApiError(caught)
      if (error.code === 'CONFIRMATION_REQUIRED') {
        setRunning({ state: 'idle' })
        // The message of the check is for people: that of the error describes how a program confirms.
        setConfirming(entry.costly === null && verdict?.needs_confirmation && verdict.message ? verdict.message : error.message)
        return
      }
      const { issues = [] } = error.details
      setShown({ issues, isLive: issues.length > 0 })
      setRunning({ state: 'failed', error, ...parts })
      announce(`The call failed: ${error.message}`)
      if (issues.length > 0) focusWrong()
      else showResult()
    }
  }
  const showResult = (): void => {
    setTimeout(() => result.current?.querySelector('.response')?.scrollIntoView({ block: 'nearest' }))
  }
  const checkNow = async (): Promise<void> => {
    try {
      const found = await check()
      setShown({ issues: found.issues, isLive: true })
      setMessage(found.issues.length === 0 && found.allowed ? (found.message ?? 'The input is valid.') : undefined)
      announce(found.issues.length === 0 ? 'The input is valid' : `${found.issues.length} problems`)
      if (found.issues.length > 0) focusWrong()
    } catch (error) {
      setRunning({ state: 'failed', error: toApiError(error) })
    }
  }
  const refusal = verdict && !verdict.allowed && verdict.issues.length === 0 ? verdict.refusal : undefined
  const isRunning = running.state === 'running'
  return (
    <>
      <Head entry={entry} system={system} instance={input['instance']} />
      <div class="operation">
        <div class="operation-form">
          <Examples entry={entry} onChoose={setInput} />
          <form
            aria-label="Input"
            noValidate
            onKeyDown={event => {
              // Enter in a field must not run what changes something; with Ctrl it runs from any field.
              if (event.key !== 'Enter') return
              const isWanted = event.ctrlKey || event.metaKey
              const isField = event.target instanceof HTMLInputElement && event.target.type !== 'file'
              if (isWanted || (isField && entry.permission !== 'read')) event.preventDefault()
              if (isWanted) event.currentTarget.requestSubmit()
            }}
            onSubmit={event => {
              event.preventDefault()
              if (!isRunning && !problem && !refusal) run(input)
            }}
          >
            {problem && <p class="notice warn">The JSON is not valid. Correct it, or discard it, to use the form.</p>}
            <fieldset class="inputs" disabled={problem !== undefined}>
              <Form
                schema={entry.input}
                value={input}
                onChange={next => setInput(isObject(next) ? next : {})}
                issues={shown.issues}
                suggestions={{ instance: (system?.instances ?? []).flatMap(({ name }) => (name === null ? [] : [name])) }}
                upload={entry.upload}
                files={files}
                onFiles={setFiles}
              />
            </fieldset>
            <div class="run-bar">
              {refusal ? (
                <div class="notice" role="alert">
                  <p class="notice-title">This call is not possible.</p>
                  <p>
                    <Foreign>{refusal}</Foreign>
                  </p>
                </div>
              ) : (
                <div class="buttons">
                  <button
                    type="submit"
                    class={entry.permission === 'destructive' ? 'button danger' : 'button primary'}
                    disabled={isRunning || problem !== undefined}
                  >
                    {isRunning ? 'Running' : entry.kind === 'bulk' ? 'Create job' : 'Run'}
                  </button>
                  <button type="button" class="button" disabled={problem !== undefined || files.length > 0} onClick={checkNow}>
                    Check
                  </button>
                </div>
              )}
              {message !== undefined && (
                <p class="check-message">
                  <span class="dot ok" /> Valid. <Foreign>{message}</Foreign>
                  {verdict?.needs_confirmation && ' The call asks for confirmation.'}
                </p>
              )}
            </div>
          </form>
        </div>
        <div class="operation-side" ref={result}>
          <CodePanel
            entry={entry}
            input={input}
            files={files}
            text={text}
            problem={problem}
            onText={setText}
            onDiscard={() => setInput(input)}
          />
          <ResponsePanel
            running={running}
            onStop={() => controller.current?.abort()}
            onNext={cursor => {
              const next = { ...input, cursor }
              setInput(next)
              run(next)
            }}
          />
        </div>
      </div>
      {confirming !== undefined && (
        <Dialog title="Confirm this call" onClose={() => setConfirming(undefined)}>
          <p>
            <Foreign>{confirming}</Foreign>
          </p>
          <div class="buttons">
            <button type="button" class="button" onClick={() => setConfirming(undefined)}>
              Do not run
            </button>
            <button
              type="button"
              class={entry.permission === 'destructive' ? 'button danger' : 'button primary'}
              onClick={() => run({ ...input, confirm: true })}
            >
              Confirm and run
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Moves the focus to the first field with a problem, when it is shown. */
const focusWrong = (): void => {
  setTimeout(() => {
    const wrong = '.form [aria-invalid="true"], .form .wrong button, .form .wrong input'
    document.querySelector<HTMLElement>(wrong)?.focus()
  }, 50)
}

interface InputState {
  input: Input
  /** The input as JSON, as it was typed. */
  text: string
  problem: JsonProblem | undefined
  setInput: (input: Input) => void
  setText: (text: string) => void
}

const NOT_AN_OBJECT: JsonProblem = { message: 'The input is an object: { … }', offset: 0, line: 1, column: 1 }

/** The input, kept in the address. The form and the JSON text edit the same value; a text that is not valid JSON stays, and the value is that before it. */
function useInput(): InputState {
  const [{ input, text, problem }, set] = useState<Pick<InputState, 'input' | 'text' | 'problem'>>(() =>
    readText(inputIn(window.location.hash) ?? '{}', {})
  )
  // A layout effect ends with its page. Others end after the next one is shown, and the input would be put into its address.
  useLayoutEffect(() => {
    const timer = setTimeout(() => keepInAddress(input), 300)
    return () => clearTimeout(timer)
  }, [input])
  useEffect(() => {
    const read = (): void => {
      const linked = inputIn(window.location.hash)
      if (linked !== undefined) set(before => readText(linked, before.input))
    }
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return {
    input,
    text,
    problem,
    setInput: next => set({ input: next, text: jsonText(next), problem: undefined }),
    setText: next => set({ ...readText(next, input), text: next })
  }
}

function keepInAddress(input: Input): void {
  const { pathname, search, hash } = window.location
  const fragment = fragmentOf(input)
  if (hash !== fragment) history.replaceState(null, '', `${pathname}${search}${fragment}`)
}

function readText(text: string, before: Input): Pick<InputState, 'input' | 'text' | 'problem'> {
  const { value, problem } = { value: undefined, ...parseJson(text) }
  if (problem) return { input: before, text, problem }
  return isObject(value) ? { input: value, text: jsonText(value), problem: undefined } : { input: before, text, problem: NOT_AN_OBJECT }
}

/** Checks the call when the input has not changed for a moment: whether the key may make it, and what is wrong with the input. */
function useCheck(
  entry: Entry,
  input: Input,
  text: string,
  hasFiles: boolean
): { verdict: Verdict | undefined; check: () => Promise<Verdict> } {
  const [verdict, setVerdict] = useState<Verdict>()
  const check = async (signal?: AbortSignal): Promise<Verdict> => {
    const { data } = await send<Verdict>(checkOf(entry, input), signal)
    setVerdict(data)
    return data
  }
  const isFirst = useRef(true)
  useEffect(() => {
    if (hasFiles || text.length > MAX_CHECKED) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => check(controller.signal).catch(() => undefined), isFirst.current ? 0 : PAUSE_MS)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [input, hasFiles])
  return { verdict, check }
}

/** `instance`: the one of the input, if it has one. */
function Head({ entry, system, instance }: { entry: Entry; system: System | undefined; instance: unknown }) {
  const { id, description, permission, method, path, scopes, deprecated, successor, sunset, costly, requires, kind, idempotent } = entry
  // A system that is connected may have a sandbox, too: what counts is the instance that the call reaches.
  const isSandbox = system?.instances.find(({ name, is_default: isDefault }) =>
    instance === undefined ? isDefault : name === instance
  )?.sandbox
  return (
    <header class="operation-head">
      <p class="facts">
        <CopyId id={id} label="operation ID" />
        <Risk permission={permission} />
        {kind === 'bulk' && <span class="tag">bulk</span>}
        {idempotent && permission !== 'read' && (
          <span class="tag" title="Repeating the call has no further effect">
            idempotent
          </span>
        )}
        <span class="mono muted operation-route">
          {method} {path}
        </span>
        {isSandbox && (
          <span class="tag" title="The sandbox serves this system: calls reach no real account">
            sandbox
          </span>
        )}
      </p>
      {deprecated && (
        <p class="notice warn">
          <span>
            Deprecated{sunset && `, removed after ${sunset}`}. Use{' '}
            {successor ? <a href={hrefOf('catalog', successor)}>{successor}</a> : 'another operation'}.
          </span>
        </p>
      )}
      {system?.available === false && (
        <div class="notice warn" role="alert">
          <p class="notice-title">{system.title} is not available.</p>
          {system.reason && (
            <p>
              <Foreign>{system.reason}</Foreign>
            </p>
          )}
        </div>
      )}
      <p class="operation-about">{description}</p>
      {costly && <p class="notice warn">{costly}</p>}
      {requires.length > 0 && (
        <ul class="operation-rules">
          {requires.map(rule => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
      <details class="folded">
        <summary>Scopes, limits and errors</summary>
        <More entry={entry} scopes={scopes} />
      </details>
    </header>
  )
}

const More = ({ entry, scopes }: { entry: Entry; scopes: readonly string[] }) => (
  <dl class="more">
    <dt>Scopes</dt>
    <dd>
      {scopes.map((scope, at) => (
        <>
          {at > 0 && ' or '}
          <code key={scope}>{scope}</code>
        </>
      ))}
    </dd>
    <dt>Timeout</dt>
    <dd>{entry.timeout_ms / 1000} s</dd>
    {entry.aliases.length > 0 && (
      <>
        <dt>Also called</dt>
        <dd>{entry.aliases.join(', ')}</dd>
      </>
    )}
    {entry.see_also.length > 0 && (
      <>
        <dt>See also</dt>
        <dd class="facts">
          {entry.see_also.map(other => (
            <a key={other} href={hrefOf('catalog', other)}>
              {other}
            </a>
          ))}
        </dd>
      </>
    )}
    {entry.errors.map(({ reason, status, when }) => (
      <>
        <dt key={reason}>
          {status} <code>{reason}</code>
        </dt>
        <dd>{when}</dd>
      </>
    ))}
  </dl>
)

/** Examples of the operation, all of them tested. Those that fail show what an error looks like. */
function Examples({ entry: { examples }, onChoose }: { entry: Entry; onChoose: (input: Input) => void }) {
  if (examples.length === 0) return null
  return (
    <label class="examples">
      <span class="muted small">Example</span>
      <select
        value=""
        onChange={({ currentTarget }) => {
          const example = examples[Number(currentTarget.value)]
          if (example) onChoose(example.input)
        }}
      >
        <option value="">Fill in an example</option>
        {examples.map(({ name, summary, error }, at) => (
          <option key={name} value={String(at)}>
            {error === undefined ? '' : 'Fails: '}
            {summary}
          </option>
        ))}
      </select>
    </label>
  )
}
