import { useState } from 'preact/hooks'
import { get } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useLoad } from '../../components/use-load.ts'
import { Health } from './health.tsx'
import { Running } from './running.tsx'
import { type System, Systems } from './systems.tsx'
import { Traffic } from './traffic.tsx'
import { TryJob } from './try-job.tsx'
import './overview.css'

/** Health, running jobs, calls and systems at a glance. */
export function Overview() {
  const systems = useLoad(signal => get<{ items: System[] }>('/v1/tools', undefined, signal), [])
  const { value } = systems
  const [changes, setChanges] = useState(0)
  const instances = value.state === 'ready' ? value.data.items.flatMap(({ instances: own }) => own) : []
  const hasSandbox = instances.some(({ system, name, sandbox }) => system === 'gmail' && name === 'sandbox' && sandbox)
  return (
    <>
      <h1 tabIndex={-1}>Overview</h1>
      <Health />
      <TryJob isKnown={value.state !== 'loading'} hasSandbox={hasSandbox} onChanged={() => setChanges(count => count + 1)} />
      {can('jobs_list') && <Running changes={changes} />}
      {can('calls_get_statistics') && <Traffic />}
      <Systems {...systems} />
    </>
  )
}
