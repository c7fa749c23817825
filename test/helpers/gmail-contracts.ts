import type { Message } from '../../sandbox/gmail/mailbox.ts'
import archive from '../../src/tools/gmail/bulk/archive-messages.ts'
import remove from '../../src/tools/gmail/bulk/delete-messages.ts'
import label from '../../src/tools/gmail/bulk/label-messages.ts'
import markRead from '../../src/tools/gmail/bulk/mark-read.ts'
import markUnread from '../../src/tools/gmail/bulk/mark-unread.ts'
import modifyThreads from '../../src/tools/gmail/bulk/modify-threads.ts'
import trash from '../../src/tools/gmail/bulk/trash-messages.ts'
import unlabel from '../../src/tools/gmail/bulk/unlabel-messages.ts'
import untrash from '../../src/tools/gmail/bulk/untrash-messages.ts'
import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { classify, LATER, opener, WORK } from './gmail-bulk.ts'

const RAE = { from: 'rae', labels: ['work'] }
const NOBODY = { from: 'nobody' }

const without = {
  'executeBatch a second time reports finished items as skipped':
    'Gmail confirms a request for a thousand messages and does not report which of them needed no change'
}

const SELECTIONS = {
  refused: [
    { input: {}, path: 'ids' },
    { input: { include_spam_trash: true }, path: 'ids' },
    { input: { ...RAE, after: '2026-02-31' }, path: 'after' },
    { input: { ...RAE, query: 'subject:"plan' }, path: 'query' }
  ],
  unknown_names: [
    { input: { from: 'rae', labels: ['Work', 'Latre'] }, path: 'labels[1]', suggestions: ['Later'] },
    { input: { labels: ['PLANS'] }, path: 'labels[0]', suggestions: ['Plans (Label_3)', 'plans (Label_4)'] }
  ]
}

const relabelled = (add: readonly string[], remove: readonly string[]) =>
  opener((message, mailbox) => mailbox.relabel(message, add, remove))

/** One action of each kind: one that changes labels and accepts their names, and one that does not. */
export const EACH_KIND: AdapterContract[] = [
  { adapter: remove, open: opener((message: Message, mailbox) => mailbox.remove(message)), ...common(RAE) },
  labelling(label, 'add_label', LATER, relabelled([], [LATER.id])),
  { adapter: modifyThreads, open: relabelled(['INBOX'], []), ...common({ ...RAE, action: 'archive' }, { action: 'archive' }), without: {} }
]

/** The other actions that change labels, like label_messages. */
export const ALIKE: AdapterContract[] = [
  { adapter: archive, open: relabelled(['INBOX'], []), ...common(RAE) },
  { adapter: markRead, open: relabelled(['UNREAD'], []), ...common(RAE) },
  { adapter: markUnread, open: relabelled([], ['UNREAD']), ...common({ ...RAE, from: 'sam' }) },
  { adapter: trash, open: relabelled([], ['TRASH']), ...common(RAE) },
  { adapter: untrash, open: relabelled(['TRASH'], []), ...common({ ...RAE, from: 'gym' }) },
  labelling(unlabel, 'remove_label', WORK, relabelled([WORK.id], []))
]

function common(
  good: typeof RAE & Record<string, unknown>,
  named: Record<string, unknown> = {}
): Omit<AdapterContract, 'adapter' | 'open'> {
  const withAction = <Case extends { input: object }>(cases: Case[]): Case[] =>
    cases.map(one => ({ ...one, input: { ...one.input, ...named } }))
  const { refused, unknown_names } = SELECTIONS
  return {
    classify,
    good,
    named,
    nothing: { ...NOBODY, ...named },
    names: [WORK],
    refused: withAction(refused),
    unknown_names: withAction(unknown_names),
    without
  }
}

function labelling(
  adapter: AdapterContract['adapter'],
  property: string,
  wanted: typeof WORK,
  open: AdapterContract['open']
): AdapterContract {
  const withLabel = <Case extends { input: object }>(cases: Case[]): Case[] =>
    cases.map(one => ({ ...one, input: { ...one.input, [property]: wanted.name } }))
  return {
    adapter,
    open,
    classify,
    good: { ...RAE, [property]: wanted.name.toUpperCase() },
    named: { [property]: wanted.name },
    nothing: { ...NOBODY, [property]: 'STARRED' },
    names: [WORK, wanted],
    refused: [
      ...withLabel(SELECTIONS.refused),
      ...['SENT', 'TRASH'].map(name => ({ input: { ...RAE, [property]: name }, path: property }))
    ],
    unknown_names: [
      ...withLabel(SELECTIONS.unknown_names),
      { input: { ...RAE, [property]: 'Latre' }, path: property, suggestions: ['Later'] },
      { input: { ...RAE, [property]: 'pLANS' }, path: property, suggestions: ['Plans (Label_3)', 'plans (Label_4)'] }
    ],
    without
  }
}
