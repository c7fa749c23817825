import { Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'
import { str } from './schemas.ts'

/** A template of pages. */
export const Template = Type.Object({
  id: Type.String({ description: 'ID of the template' }),
  name: Type.String({ description: 'Name' }),
  description: nullable(Type.String(), { description: 'Description; null if there is none' }),
  space_key: nullable(Type.String(), { description: 'Key of its space; null for a global template' }),
  labels: Type.Array(Type.String(), { description: 'Labels of the template' }),
  editor: str('Version of the editor')
})

export const TEMPLATE_ERRORS = {
  upstream_not_found: 'The template does not exist, or this account cannot see it',
  upstream_gone: 'The credential can no longer use this part of the API; details.suggestions describes what to do',
  cannot_be_honoured: 'Data Center has no templates in its API, or the template is too large to process'
} as const
