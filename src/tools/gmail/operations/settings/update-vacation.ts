import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, notCleared, type Requirement } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateVacation } from '../../client/settings.ts'
import { line } from '../../schemas.ts'
import { gmail } from '../../tool.ts'
import { VACATION } from '../../vacation-schemas.ts'

const ORDER = 'start must be before end.'

const startsBeforeEnd: Requirement = {
  text: ORDER,
  check: ({ start, end }) =>
    typeof start === 'string' && typeof end === 'string' && Date.parse(start) >= Date.parse(end)
      ? { path: 'end', message: 'is not after start', expected: ORDER }
      : undefined
}

const time = (what: string) =>
  Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: `${what}, such as 2026-08-01T00:00:00Z` }))

export default defineOperation(gmail, {
  name: 'update_vacation',
  summary: 'Update the vacation responder, or turn it on or off',
  description:
    'Sets the given properties of the automatic response and keeps the others; enabled turns it on or off. Use it for an out-of-office reply. Each sender gets at most one response every few days. To turn it on, a subject, text or HTML is required. It does not block the calendar: use calendar_create_out_of_office for that. It needs the scope gmail.settings.basic.',
  permission: 'write',
  http: 'PATCH /vacation',
  group: 'settings',
  idempotent: true,
  max_body: 8_000_000,
  see_also: ['gmail_get_vacation'],
  asked_as: {
    en: [
      'turn on my out-of-office reply',
      'set an auto-reply while I am on holiday',
      'switch off the vacation message',
      'answer all mail automatically until Monday',
      'change the text of my away message',
      'turn the automatic reply on',
      "tell people who write to me that I'm on holiday",
      "I'm away until Monday, answer my mails automatically",
      "I'm back, turn the automatic reply off",
      "everyone who mails me should hear that I'm away",
      'write an absence note for my mails',
      'put on my holiday reply',
      'end the out-of-office reply',
      "mail me? answer that I'm back on Monday",
      "auto-respond while I'm on leave"
    ]
  },
  input: Type.Object({
    enabled: Type.Optional(Type.Boolean({ description: 'true: reply automatically; false: do not reply' })),
    subject: Type.Optional(line(900, 'Prefix of the subject of the responses')),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500_000, description: 'Plain-text response; without html, this clears the HTML response' })
    ),
    html: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500_000,
        description: 'HTML response, which Gmail sends instead of text; without text, this clears the plain-text response'
      })
    ),
    only_contacts: Type.Optional(Type.Boolean({ description: 'true: respond only to contacts' })),
    only_domain: Type.Optional(Type.Boolean({ description: 'true: respond only to people in the Google Workspace domain' })),
    start: time('Time from which messages get a response'),
    end: time('Time until which messages get a response'),
    clear: Type.Array(stringEnum(['subject', 'text', 'html', 'start', 'end'], { description: 'A property to clear' }), {
      maxItems: 5,
      default: [],
      description: 'Properties to clear: subject, text, html, start, end. Default: none'
    })
  }),
  requires: [
    {
      ...atLeastOne('enabled', 'subject', 'text', 'html', 'only_contacts', 'only_domain', 'start', 'end', 'clear'),
      check: input =>
        Object.values(input).some(value => (Array.isArray(value) ? value.length > 0 : value !== undefined))
          ? undefined
          : { path: 'enabled', message: 'is required unless another property is set', expected: 'a property to update' }
    },
    startsBeforeEnd,
    notCleared()
  ],
  output: Type.Object(VACATION),
  errors: {},
  examples: [
    {
      name: 'away',
      summary: 'Respond for two weeks',
      input: {
        enabled: true,
        subject: 'Away',
        text: 'I am back on 17 August.',
        start: '2026-08-01T00:00:00Z',
        end: '2026-08-17T00:00:00Z'
      },
      output: {
        enabled: true,
        subject: 'Away',
        text: 'I am back on 17 August.',
        html: '',
        only_contacts: false,
        only_domain: false,
        start: '2026-08-01T00:00:00.000Z',
        end: '2026-08-17T00:00:00.000Z'
      }
    },
    {
      name: 'ends_before_it_begins',
      summary: 'A period that ends before it begins',
      input: { start: '2026-08-17T00:00:00Z', end: '2026-08-01T00:00:00Z' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ enabled, text }) =>
    `Update the automatic response${enabled === undefined ? '' : enabled ? ' and turn it on' : ' and turn it off'}${text === undefined ? '' : `: ${text.replace(/\s+/g, ' ').slice(0, 80)}`}`,
  handler: (input, call) => updateVacation(call.client, input, call)
})
