import type { ProcessEnvironment } from './environment.ts'
import type { Problem } from './problems.ts'

/** Names that Kubernetes derives from the name of a Service: `<NAME>_SERVICE_HOST`, `<NAME>_PORT`, `<NAME>_PORT_80_TCP_ADDR` and so on. */
const UNMISTAKABLE = /^TOOLGATE_(?:\w+_)?(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/
/** A setting may have the same ending, so the value decides. */
const PORT = /^TOOLGATE_(?:\w+_)?PORT$/
const ADDRESS = /^(?:tcp|udp|sctp):\/\//

/** Whether Kubernetes set a variable because a Service has a name that begins with `toolgate`. */
export const isServiceLink = (name: string, value = ''): boolean => UNMISTAKABLE.test(name) || (PORT.test(name) && ADDRESS.test(value))

/** One warning for all such variables. */
export function serviceLinks(env: ProcessEnvironment): Problem[] {
  const names = Object.keys(env).filter(name => isServiceLink(name, env[name]))
  if (names.length === 0) return []
  const message = 'is set by Kubernetes for a Service whose name begins with toolgate, and is ignored'
  return [{ where: names.toSorted().join(', '), message, allowed: 'enableServiceLinks: false in the pod, which removes them' }]
}
