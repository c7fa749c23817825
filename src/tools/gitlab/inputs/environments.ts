import { Type } from 'typebox'
import { stringEnum } from '../../../contract/schema.ts'

/** Properties that creating and updating an environment have in common. `tier`: the description of that property. */
export const environmentContent = (tier: string) => ({
  external_url: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^https?://\\S+$',
      'x-form': 'a URL that begins with http:// or https://',
      description: 'URL of the deployed application, which GitLab links to'
    })
  ),
  tier: Type.Optional(stringEnum(['production', 'staging', 'testing', 'development', 'other'], { description: tier })),
  description: Type.Optional(Type.String({ maxLength: 10_000, description: 'Description, Markdown, at most 10,000 characters' }))
})
