import type { FastifyInstance } from 'fastify'

/** One thing the gateway needs, and whether it has it. */
export interface Check {
  name: string
  /** Undefined when all is well, else what is wrong, without secrets. */
  problem: () => Promise<string | undefined> | string | undefined
  /** What to know though it can do its work, without secrets. */
  note?: () => Promise<string | undefined>
}

const SLOWEST_CHECK_MS = 2000
const SHUTDOWN: Check = { name: 'shutdown', problem: () => 'The gateway is about to stop' }

/** /healthz: the process answers. /readyz: it can also do its work; 503 says what is missing. */
export function health(app: FastifyInstance, checks: readonly Check[], isClosing: () => boolean): void {
  const config = { public: true, whileClosing: true, anyName: true }
  app.get('/healthz', { config }, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', { config }, async (_request, reply) => {
    const results = await Promise.all(
      [...checks, ...(isClosing() ? [SHUTDOWN] : [])].map(async ({ name, problem, note }) => ({
        name,
        problem: await within(problem),
        note: note && (await within(note))
      }))
    )
    const ready = results.every(result => result.problem === undefined)
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    if (!ready) reply.header('retry-after', 5)
    return {
      status: ready ? 'ready' : 'not_ready',
      checks: results.map(({ name, problem, note }) => ({
        name,
        ok: problem === undefined,
        problem: problem ?? null,
        ...(note && { note })
      }))
    }
  })
}

async function within(problem: Check['problem']): Promise<string | undefined> {
  const late = new Promise<string>(resolve => setTimeout(resolve, SLOWEST_CHECK_MS, `no answer within ${SLOWEST_CHECK_MS} ms`).unref())
  return await Promise.race([
    Promise.resolve()
      .then(problem)
      .catch(() => 'the check itself failed'),
    late
  ])
}
