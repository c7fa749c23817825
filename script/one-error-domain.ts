// Preloaded into each test file. tap assigns an uncaught error to the subtest that caused it, for which its package `async-hook-domain` observes every
// promise: an eighth of the processor time of all tests. This replacement lets such an error fail the file, which is what counts.
import { registerHooks } from 'node:module'

type Listener = (error: unknown, event: 'uncaughtException' | 'unhandledRejection') => void

const open = new Set<Domain>()

/** What `async-hook-domain` exports. The first domain is that of the file. */
export class Domain {
  readonly onerror: Listener
  destroyed = false

  constructor(onerror: Listener) {
    this.onerror = onerror
    open.add(this)
  }

  destroy(): void {
    this.destroyed = true
    open.delete(this)
  }
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    const [domain] = open
    if (domain === undefined) throw error
    domain.onerror(error, event)
  })

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain' ? { url: import.meta.url, format: 'module-typescript', shortCircuit: true } : next(specifier, context)
})
