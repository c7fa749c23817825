import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne, atMostOne } from '../../../../contract/requires.ts'
import { createFilter } from '../../client/settings.ts'
import { FILTER } from '../../filter-schemas.ts'
import { changesLabels } from '../../inputs.ts'
import { labelNames, line } from '../../schemas.ts'
import { gmail } from '../../tool.ts'

const bytes = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000, description: `${what} of the whole message in bytes` }))

export default defineOperation(gmail, {
  name: 'create_filter',
  summary: 'Create a mail filter',
  description:
    'Creates a rule that Gmail applies to each new message that matches all conditions: it adds labels (such as Work, STARRED or TRASH) and removes others (INBOX: archive; UNREAD: mark as read; SPAM: never spam). Use it to sort mail automatically. It does not change mail that is already there: use bulk_label_messages or bulk_archive_messages. Filters cannot be changed: create a new one and delete the old one with delete_filter. It needs the scope gmail.settings.basic.',
  permission: 'write',
  http: 'POST /filters',
  group: 'settings',
  success: [201],
  see_also: ['gmail_list_filters', 'gmail_delete_filter', 'gmail_create_label'],
  asked_as: {
    en: [
      'always archive mail from this sender',
      'set up an inbox rule',
      'automatically label invoices',
      'send all newsletters straight to a label',
      'from now on delete mails from the shop',
      'from now on every mail from someone should skip my inbox',
      'always file such mails in a folder',
      'mails from the shop should go to Receipts automatically',
      'sort the newsletters automatically',
      'from now on file all mail from the bank',
      'new mails from him should be starred automatically',
      'never show me mails from that address in the inbox',
      'whenever a mail from the boss comes, mark it important',
      'have the invoices forwarded automatically',
      'mails from now on should be sorted by themselves'
    ]
  },
  input: Type.Object({
    from: Type.Optional(line(300, 'Name or address of the sender')),
    to: Type.Optional(line(300, 'Name or address of a recipient, including in Cc')),
    subject: Type.Optional(line(300, 'Words in the subject, in this order')),
    query: Type.Optional(line(1000, "Query in Gmail's search syntax that messages must match")),
    not_query: Type.Optional(line(1000, "Query in Gmail's search syntax that messages must not match")),
    has_attachment: Type.Optional(Type.Boolean({ description: 'true: only messages with attachments' })),
    larger_than: bytes('Minimum size'),
    smaller_than: bytes('Maximum size'),
    add: labelNames('Labels to add, by name or ID. Default: none'),
    remove: labelNames('Labels to remove, by name or ID. Default: none')
  }),
  requires: [
    atLeastOne('from', 'to', 'subject', 'query', 'not_query', 'has_attachment', 'larger_than', 'smaller_than'),
    atMostOne('larger_than', 'smaller_than'),
    changesLabels
  ],
  output: Type.Object(FILTER),
  errors: { already_exists: 'An identical filter exists' },
  examples: [
    {
      name: 'invoices',
      summary: 'Large invoices are labeled and starred',
      input: { from: 'billing@cloud.example', has_attachment: true, larger_than: 100_000, add: ['receipts', 'STARRED'] },
      output: {
        id: 'ANe1Bmg1111111111111111',
        from: 'billing@cloud.example',
        to: null,
        subject: null,
        query: null,
        not_query: null,
        has_attachment: true,
        larger_than: 100_000,
        smaller_than: null,
        add: ['Receipts', 'STARRED'],
        remove: [],
        forward_to: null
      }
    },
    {
      name: 'twice',
      summary: 'An identical filter',
      input: { from: 'weekly@news.example', add: ['Newsletters'], remove: ['INBOX'] },
      error: { reason: 'already_exists', message: 'An identical filter already exists.' }
    },
    {
      name: 'no_condition',
      summary: 'A filter without a condition would match all mail',
      input: { add: ['Work'] },
      error: { reason: 'missing_required_field' }
    }
  ],
  message({ from, to, subject, query, not_query, has_attachment, larger_than, smaller_than, add, remove }) {
    const conditions = [
      from && `from ${from}`,
      to && `to ${to}`,
      subject && `about ${subject}`,
      query && `matching ${query}`,
      not_query && `not matching ${not_query}`,
      has_attachment && 'with attachments',
      larger_than && `larger than ${larger_than} bytes`,
      smaller_than && `smaller than ${smaller_than} bytes`
    ].flatMap(condition => condition || [])
    const labels = [...add.map(name => ` +${name}`), ...remove.map(name => ` -${name}`)].join('')
    return `Create a filter for new mail ${conditions.join(', ').slice(0, 120)}:${labels.slice(0, 100)}`
  },
  handler: (input, call) => createFilter(call.client, input, call)
})
