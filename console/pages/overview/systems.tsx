import { useState } from 'preact/hooks'
import { type Call, send, toApiError } from '../../api/client.ts'
import { toast } from '../../app/announce.ts'
import { hrefOf } from '../../app/router.ts'
import { AsCurl } from '../../components/curl.tsx'
import { Empty, Show } from '../../components/states.tsx'
import { Foreign } from '../../components/text.tsx'
import type { Loading } from '../../components/use-load.ts'
import { plural } from '../../lib/format.ts'

export interface Instance {
  system: string
  name: string | null
  is_default: boolean
  sandbox: boolean
  available: boolean
  reason: string | null
}

export interface System {
  name: string
  title: string
  available: boolean
  reason: string | null
  instances: Instance[]
  operations: string[]
}

/** The systems that this key may use, each with its instances. */
export function Systems({ value, reload, set }: Loading<{ items: System[] }>) {
  const replace = (tested: Instance): void => {
    if (value.state !== 'ready') return
    const instances = (system: System): Instance[] => system.instances.map(one => (isSame(one, tested) ? tested : one))
    set({ items: value.data.items.map(system => ({ ...system, instances: instances(system) })) })
  }
  return (
    <section aria-labelledby="systems">
      <h2 id="systems">Systems</h2>
      <Show value={value} onRetry={reload} lines={8}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="This key cannot use any system" />
          ) : (
            <ul class="card systems">
              {items.toSorted(byTitle).map(system => (
                <li key={system.name} class="system">
                  <div class="system-head">
                    <h3>{system.title}</h3>
                    <Operations system={system} />
                  </div>
                  <div>
                    {system.instances
                      .filter(({ name }) => name !== null)
                      .map(instance => (
                        <InstanceRow key={instance.name} instance={instance} onTested={replace} />
                      ))}
                    {system.instances.every(({ name }) => name === null) && (
                      <p class="muted small">
                        <Foreign>{system.reason ?? 'Needs no connection'}</Foreign>
                      </p>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </section>
  )
}

const byTitle = (a: System, b: System): number => a.title.localeCompare(b.title, 'en')

/** How many operations there are, as a link to them in the catalog. */
function Operations({ system: { name, operations } }: { system: System }) {
  const text = plural(operations.length, 'operation')
  return (
    <a class="small muted" href={`${hrefOf('catalog')}?system=${encodeURIComponent(name)}`}>
      {text}
    </a>
  )
}

const isSame = (a: Instance, b: Instance): boolean => a.system === b.system && a.name === b.name

function InstanceRow({ instance, onTested }: { instance: Instance; onTested: (tested: Instance) => void }) {
  const { system, sandbox, available, reason, is_default: isDefault } = instance
  const name = instance.name ?? ''
  const [busy, setBusy] = useState(false)
  const call: Call = { method: 'POST', path: `/v1/instances/${encodeURIComponent(system)}/${encodeURIComponent(name)}/test` }
  const test = async (): Promise<void> => {
    setBusy(true)
    try {
      const { data } = await send<Instance>(call)
      onTested(data)
      if (data.available) toast(`${system} ${name} is available`)
      else toast(`${system} ${name} is not available`, 'failed')
    } catch (error) {
      toast(toApiError(error).message, 'failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="instance">
      <div class="instance-name">
        <span class={`dot ${available ? 'ok' : 'bad'}`} aria-hidden="true" />
        <Foreign>{name}</Foreign>
        {isDefault && <span class="tag">default</span>}
        {sandbox && !name.startsWith('sandbox') && <span class="tag">sandbox</span>}
        <span class="visually-hidden">{available ? 'available' : 'not available'}</span>
      </div>
      <AsCurl call={call} />
      <button type="button" class="button small test" disabled={busy} onClick={test} aria-label={`Test ${system} ${name}`}>
        Test
      </button>
      {!available && (
        <p class="small muted instance-reason">
          <Foreign>{reason ?? 'Not available'}</Foreign>
        </p>
      )}
    </div>
  )
}
