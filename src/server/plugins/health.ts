import type { FastifyInstance } from 'fastify'
import { HEALTH_ROUTES } from '../../surfaces/shared/gateway-routes.ts'
import { gatewayOptions } from '../../surfaces/shared/route-schema.ts'

/** One requirement of the gateway. */
export interface Check {
  name: string
  /** Returns the problem, without secrets; undefined if there is none. */
  problem: () => Promise<string | undefined> | string | undefined
  /** Returns information that does not make the process unready, without secrets. */
  note?: () => Promise<string | undefined>
  /** Stable identifier of its problem or note, for programs. */
  reason?: string
}

const SLOWEST_CHECK_MS = 2000
const SHUTDOWN: Check = { name: 'shutdown', problem: () => 'The gateway is shutting down' }

/** /healthz: the process responds. /readyz: it can also do its work; 503 lists the problems. */
export function health(app: FastifyInstance, checks: readonly Check[], isClosing: () => boolean): void {
  const config = { whileClosing: true, whileOverloaded: true, probe: true }
  const { health: live, readiness } = HEALTH_ROUTES
  app.get(live.path, gatewayOptions(live, { ...config, anyName: true }), (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' })
  )
  app.get(readiness.path, gatewayOptions(readiness, config), async (_request, reply) => {
    const results = await Promise.all(
      [...checks, ...(isClosing() ? [SHUTDOWN] : [])].map(async ({ name, problem, note, reason }) => ({
        name,
        reason,
        problem: await within(problem),
        note: note && (await within(note))
      }))
    )
    const ready = results.every(result => result.problem === undefined)
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    if (!ready) reply.header('retry-after', 5)
    return {
      status: ready ? 'ready' : 'not_ready',
      checks: results.map(({ name, problem, note, reason }) => ({
        name,
        ok: problem === undefined,
        problem: problem ?? null,
        ...((problem ?? note) !== undefined && reason !== undefined && { reason }),
        ...(note && { note })
      }))
    }
  })
}

async function within(problem: Check['problem']): Promise<string | undefined> {
  const late = new Promise<string>(resolve => setTimeout(resolve, SLOWEST_CHECK_MS, `no response within ${SLOWEST_CHECK_MS} ms`).unref())
  return await Promise.race([
    Promise.resolve()
      .then(problem)
      .catch(() => 'the check itself failed'),
    late
  ])
}
