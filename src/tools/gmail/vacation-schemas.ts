import { Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'

const time = (what: string) => nullable(Type.String({ format: 'date-time' }), { description: `${what}, ISO 8601; null if not set` })

/** The vacation responder. */
export const VACATION = {
  enabled: Type.Boolean({ description: 'Whether Gmail replies automatically' }),
  subject: Type.String({ description: 'Prefix of the subject of the responses; empty: none' }),
  text: Type.String({ description: 'Plain-text response; empty if there is none' }),
  html: Type.String({ description: 'HTML response, which Gmail sends instead of text; empty if there is none' }),
  only_contacts: Type.Boolean({ description: 'Whether only contacts get a response' }),
  only_domain: Type.Boolean({ description: 'Whether only people in the Google Workspace domain get a response' }),
  start: time('Time from which messages get a response'),
  end: time('Time until which messages get a response')
}
