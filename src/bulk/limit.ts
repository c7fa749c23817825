/** A signal that aborts with another, or when the time is over. */
export interface Limit {
  signal: AbortSignal
  /** From now on it aborts for neither. */
  stop: () => void
}

/** As AbortSignal.any and AbortSignal.timeout do, which take several times as long: a call may be for one item, and there may be a million. */
export function startLimit(parent: AbortSignal, milliseconds: number): Limit {
  const controller = new AbortController()
  const timer = setTimeout(() => end(new DOMException('The time is over', 'TimeoutError')), milliseconds).unref()
  const cut = (): void => end(parent.reason)
  const stop = (): void => {
    clearTimeout(timer)
    parent.removeEventListener('abort', cut)
  }
  const end = (reason: unknown): void => {
    stop()
    controller.abort(reason)
  }
  if (parent.aborted) cut()
  else parent.addEventListener('abort', cut)
  return { signal: controller.signal, stop }
}
