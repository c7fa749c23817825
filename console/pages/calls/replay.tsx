import { useState } from 'preact/hooks'
import { type Call as ApiCall, type ApiError, type Output, send, toApiError } from '../../api/client.ts'
import { announce } from '../../app/announce.ts'
import { hrefOf } from '../../app/router.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { Failure } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import { useShown } from '../../components/use-shown.ts'
import { jsonText } from '../../form/json-text.ts'
import type { Call } from './outcome.tsx'

type Result = Output<'calls_replay'>

/** `asking`: the dialog; with a question of the gateway if it wants a confirmation. */
type State =
  | { state: 'idle' }
  | { state: 'asking'; question?: string }
  | { state: 'running' }
  | { state: 'done'; result: Result }
  | { state: 'failed'; error: ApiError }

const callOf = (id: string, confirm: boolean): ApiCall => ({
  method: 'POST',
  path: `/v1/calls/${encodeURIComponent(id)}/replay`,
  body: confirm ? { confirm } : {}
})

/** Sends a call again, after a question. A write that was executed is executed twice, which the user has to want. */
export function Replay({ call }: { call: Call }) {
  const [state, setState] = useState<State>({ state: 'idle' })
  const isShown = useShown()
  const run = async (confirm: boolean): Promise<void> => {
    setState({ state: 'running' })
    try {
      const { data } = await send<Result>(callOf(call.id, confirm))
      if (!isShown()) return
      setState({ state: 'done', result: data })
      announce('The call was replayed')
    } catch (caught) {
      if (!isShown()) return
      const error = toApiError(caught)
      if (error.code === 'CONFIRMATION_REQUIRED' && !confirm) setState({ state: 'asking', question: error.message })
      else {
        setState({ state: 'failed', error })
        announce(`The replay failed: ${error.message}`)
      }
    }
  }
  const close = (): void => setState({ state: 'idle' })
  const question = state.state === 'asking' ? state.question : undefined
  return (
    <>
      <button type="button" class="button" disabled={state.state === 'running'} onClick={() => setState({ state: 'asking' })}>
        {state.state === 'running' ? 'Replaying' : 'Replay'}
      </button>
      {state.state === 'asking' && (
        <Dialog key={question ?? ''} title={question === undefined ? 'Replay this call?' : 'Confirm the replay'} onClose={close}>
          <p>
            <Foreign>
              {question ??
                `${call.operation} is called again with the same input and a new idempotency key.${call.permission === 'read' ? '' : ' If it was executed, it is executed a second time.'}`}
            </Foreign>
          </p>
          <AsCurl call={callOf(call.id, question !== undefined)} />
          <div class="buttons">
            <button type="button" class="button" onClick={close}>
              Do not replay
            </button>
            <button
              type="button"
              class={call.permission === 'read' ? 'button primary' : 'button danger'}
              onClick={() => run(question !== undefined)}
            >
              {question === undefined ? 'Replay the call' : 'Confirm and replay'}
            </button>
          </div>
        </Dialog>
      )}
      {state.state === 'failed' && (
        <div class="replay-result">
          <Failure error={state.error} />
        </div>
      )}
      {state.state === 'done' && (
        <div class="replay-result notice">
          <p class="notice-title">
            The replay returned {state.result.status}.{' '}
            <a href={`${hrefOf('calls')}?${new URLSearchParams({ q: call.id, operation: call.operation })}`}>Show the new call</a>
          </p>
          <Scroll label="Result of the replay as JSON" class="code">
            <pre>{jsonText(state.result.data)}</pre>
          </Scroll>
        </div>
      )}
    </>
  )
}
