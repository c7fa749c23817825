import { Type } from 'typebox'
import { stringEnum } from '../../../contract/schema.ts'

/** Properties that creating and updating an environment have in common. */
export const environmentContent = {
  external_url: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^https?://\\S+$',
      'x-form': 'a URL that begins with http:// or https://',
      description: 'URL of what is deployed there, which GitLab links to'
    })
  ),
  tier: Type.Optional(
    stringEnum(['production', 'staging', 'testing', 'development', 'other'], {
      description: 'Tier. Default for a new environment: chosen by GitLab from the name'
    })
  ),
  description: Type.Optional(Type.String({ maxLength: 10_000, description: 'Description, Markdown, at most 10,000 characters' }))
}
