import { type Static, Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { brief } from '../../../lib/format.ts'
import { jobOver, LAUNCH, NO_SELECTION } from '../bulk-examples.ts'
import { describeSelection, messagesOrIds, selectsById } from '../bulk-inputs.ts'
import { settableLabel, withoutLabel } from '../client/bulk/label.ts'
import { type GmailBulkCall, type Narrowing, selectMessages } from '../client/bulk/select.ts'
import { threadChangeAdapter } from '../client/bulk/threads.ts'
import { messageFilters, requiresSearchTerms } from '../inputs.ts'
import { line } from '../schemas.ts'
import { gmail } from '../tool.ts'

const ACTIONS = ['archive', 'trash', 'label', 'unlabel', 'mark_read'] as const
type Action = (typeof ACTIONS)[number]

const RULE = 'Set label with the actions label and unlabel, and only with them.'

const labelWithAction: Requirement = {
  text: RULE,
  check({ action, label }) {
    const needed = action === 'label' || action === 'unlabel'
    if (needed === (label !== undefined)) return undefined
    return {
      path: 'label',
      message: needed ? `is required with the action ${action}` : `cannot be set with the action ${action}`,
      expected: RULE
    }
  }
}

const input = Type.Object({
  ...messageFilters,
  action: stringEnum(ACTIONS, {
    description:
      'archive: move out of the inbox; trash: move to the trash; label, unlabel: add or remove the label in label; mark_read: mark as read. Applies to all messages of each conversation'
  }),
  label: Type.Optional(line(225, 'Label to add or remove, by name or ID; names are case-insensitive'))
})

type Change = { add: string[]; remove: string[]; narrowing: Narrowing; name?: string }

/** Returns the labels to add and to remove, and the condition that leaves out conversations that need no change. */
async function changeOf(action: Action, label: string | undefined, call: GmailBulkCall): Promise<Change> {
  if (action === 'archive') return { add: [], remove: ['INBOX'], narrowing: { label_ids: ['INBOX'] } }
  if (action === 'trash') return { add: ['TRASH'], remove: ['INBOX'], narrowing: {} }
  if (action === 'mark_read') return { add: [], remove: ['UNREAD'], narrowing: { label_ids: ['UNREAD'] } }
  const found = await settableLabel(label ?? '', 'label', call)
  return action === 'label'
    ? { add: [found.id], remove: [], narrowing: { terms: await withoutLabel(found, call) }, name: found.name }
    : { add: [], remove: [found.id], narrowing: { label_ids: [found.id] }, name: found.name }
}

function messageOf({ action, label = '', ...selection }: Static<typeof input>): string {
  const what = describeSelection(selection, 'conversations')
  const texts = {
    archive: `Archive ${what}`,
    trash: `Move ${what} to the trash`,
    label: `Add the label ${brief(label)} to ${what}`,
    unlabel: `Remove the label ${brief(label)} from ${what}`,
    mark_read: `Mark ${what} as read`
  }
  return texts[action]
}

export default defineBulk(gmail, {
  name: 'modify_threads',
  summary: 'Update many conversations: archive, label, trash or mark them as read',
  description:
    'Creates a job that archives, trashes, labels, unlabels or marks as read all messages of the conversations in which a message matches the filters, or of the conversations in ids. Use it to clear out discussions with all their replies; for one conversation, use modify_thread or trash_thread; to change individual messages instead of whole conversations, use the bulk operations on messages. The job shows a preview, and changes nothing until you confirm it. Each conversation is fetched before it is changed, so those already in the requested state are skipped, and undo reverts exactly the messages that the job changed, except those moved to the trash since. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gmail_search_threads', 'gmail_modify_thread', 'gmail_bulk_archive_messages', 'jobs_undo'],
  asked_as: {
    en: [
      'archive all finished conversations',
      'trash every mail thread with the agency',
      'label all discussions about the launch',
      'mark whole conversations as read',
      'clear out all email threads with their replies',
      'put all the conversations about the trip out of the inbox',
      'every conversation with the client gets a label',
      'star all the threads about the contract',
      'clear whole conversations out of my inbox',
      'all mail threads of the project can be archived',
      'throw all the discussions about the offer away',
      'mark every thread with the team as read'
    ]
  },
  input,
  requires: [messagesOrIds, requiresSearchTerms, labelWithAction],
  errors: {
    upstream_not_found: 'The conversation does not exist, or no longer exists',
    version_conflict: 'On undo: the messages were moved to the trash after the job changed them, so undo did not change them'
  },
  examples: [
    {
      name: 'settled',
      summary: 'Archive finished conversations: the job shows a preview and waits for confirmation',
      input: { ...LAUNCH, action: 'archive' },
      output: jobOver(
        'gmail_bulk_modify_threads',
        'Archive the conversations from Bea Builder about Launch plan',
        { search: 'from:"Bea Builder" subject:"Launch plan"', labels: ['INBOX'] },
        [{ item_id: '19b00000014c014c', display_name: 'Launch plan — Bea Builder <bea@example.com>, 4 messages, 2025-12-09 23:00 UTC' }]
      )
    },
    {
      name: 'no_label',
      summary: 'The action label needs a label',
      input: { ...LAUNCH, action: 'label' },
      error: { reason: 'missing_required_field' }
    },
    { ...NO_SELECTION, input: { action: 'trash' } }
  ],
  message: messageOf,
  async prepare({ action, label, ...selection }, call) {
    const { add, remove, narrowing, name } = await changeOf(action, label, call)
    const { query, metadata } = await selectMessages(selection, call, { ...narrowing, list: 'threads' })
    return {
      query,
      metadata: { ...metadata, ...(name !== undefined && { label: name }) },
      action: { add, remove, named: selectsById(selection) }
    }
  },
  ...threadChangeAdapter
})
