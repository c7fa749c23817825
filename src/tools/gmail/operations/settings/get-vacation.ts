import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getVacation } from '../../client/settings.ts'
import { gmail } from '../../tool.ts'
import { VACATION } from '../../vacation-schemas.ts'

export default defineOperation(gmail, {
  name: 'get_vacation',
  summary: 'Get the vacation responder of the account',
  description:
    'Returns whether Gmail replies to mail automatically, with which text, to whom and when. Use it to check an out-of-office reply; to change it, use update_vacation. It does not return absences in the calendar: use calendar_list_events for those.',
  permission: 'read',
  http: 'GET /vacation',
  group: 'settings',
  see_also: ['gmail_update_vacation'],
  asked_as: {
    en: [
      'is my out-of-office reply on',
      'what does my auto-reply say',
      'am I set to away in Gmail',
      'is my automatic reply still on',
      'what do people get when they mail me during my holiday',
      'is the holiday reply active',
      'until when is my auto-reply on',
      'does Gmail answer for me right now',
      'show my out-of-office message',
      'how is my absence note worded',
      'did I switch the vacation responder off'
    ]
  },
  input: Type.Object({}),
  output: Type.Object(VACATION),
  errors: {},
  examples: [
    {
      name: 'off',
      summary: 'The responder is off',
      tested_elsewhere: 'test/tools/gmail/settings.test.ts runs it (off) before the responder is updated',
      input: {},
      output: { enabled: false, subject: '', text: '', html: '', only_contacts: false, only_domain: false, start: null, end: null }
    },
    {
      name: 'unknown_instance',
      summary: 'An account that this gateway does not have',
      input: { instance: 'unknown' },
      error: { reason: 'instance_not_found' }
    }
  ],
  handler: (_input, call) => getVacation(call.client, call)
})
