import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { count, id, newId, now, text, time, word } from './common.ts'
import { person } from './people.ts'

const job = nullable(Type.Object({ id: id('job'), name: word('Name'), pipeline_id: id('pipeline') }), {
  description: 'CI job that deployed; null if no job did'
})

export const Deployment = Type.Object({
  id: id('deployment'),
  iid: count('Number in the project (IID)'),
  status: word('created, running, success, failed, canceled, skipped or blocked'),
  environment: word('Name of the environment'),
  ref: word('Branch or tag'),
  sha: word('Commit'),
  user: person('User who deployed'),
  job,
  created_at: time('Time it was created'),
  updated_at: now('Time of the last change')
})
export type Deployment = Static<typeof Deployment>

export const Environment = Type.Object({
  id: id('environment, as other operations take it'),
  name: word('Name, such as production or review/dark-mode'),
  tier: word('production, staging, testing, development or other'),
  state: word('available, stopping or stopped'),
  external_url: word('URL of the deployed application', 'if there is none'),
  description: text('Description'),
  last_deployment: nullable(Deployment, { description: 'Latest deployment; null if there is none, or if GitLab omits it' }),
  auto_stop_at: time('Time GitLab will stop it', 'if no stop is scheduled'),
  created_at: time('Time it was created'),
  updated_at: now('Time of the last change')
})
export const NewEnvironment = Type.Object({ ...Environment.properties, id: newId('environment'), created_at: now('Time it was created') })
export type Environment = Static<typeof Environment>
