import { Type } from 'typebox'
import { stringEnum } from '../../../contract/schema.ts'
import { idOf } from './common.ts'

/** Names of GitLab's events, without `_events`. */
export const WEBHOOK_EVENTS = [
  'push',
  'tag_push',
  'issues',
  'confidential_issues',
  'merge_requests',
  'note',
  'confidential_note',
  'job',
  'pipeline',
  'wiki_page',
  'deployment',
  'feature_flag',
  'releases',
  'milestone',
  'emoji',
  'resource_access_token',
  'vulnerability'
] as const

export const webhookId = idOf('webhook')
export const webhookUrl = (description: string) =>
  Type.String({ format: 'uri', pattern: '^https?://', 'x-form': 'an http or https URL', maxLength: 2048, description })
export const webhookEvents = (description: string) =>
  Type.Array(stringEnum([...WEBHOOK_EVENTS], { description: 'Event; note means a comment' }), { minItems: 1, maxItems: 17, description })

/** `ssl_verification`: the default of that property; none if it stays unchanged. */
export const webhookSettings = (ssl_verification = '') => ({
  name: Type.Optional(Type.String({ maxLength: 255, description: 'Name' })),
  description: Type.Optional(Type.String({ maxLength: 2048, description: 'Description' })),
  secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      'x-secret': true,
      description: 'Secret token, which GitLab sends as X-Gitlab-Token. Never returned or logged'
    })
  ),
  branch_filter: Type.Optional(Type.String({ maxLength: 5000, description: 'Only pushes to branches that match, such as release/*' })),
  ssl_verification: Type.Optional(Type.Boolean({ description: `false: do not check the certificate${ssl_verification}` }))
})
