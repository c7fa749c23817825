import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { jobOver, NO_SELECTION } from '../bulk-examples.ts'
import { areNamed, CHANGE_ERRORS, HOW_LABELS_CHANGE, mailSaid, messagesOrIds } from '../bulk-inputs.ts'
import { relabelling } from '../client/bulk-relabel.ts'
import { selectMail } from '../client/bulk-select.ts'
import { mailFilters } from '../inputs.ts'
import { wordsSaySomething } from '../requirements.ts'
import { gmail } from '../tool.ts'

export default defineBulk(gmail, {
  name: 'mark_read',
  core: true,
  summary: 'Mark many messages as read',
  description: `Makes a job that marks the messages that fit, or those named in ids, as read. Use it where nobody will read them any more; for one message use modify_labels. Only unread messages are listed. Undo marks those that this job marked as unread again. ${HOW_LABELS_CHANGE}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_modify_labels', 'gmail_bulk_mark_unread'],
  input: Type.Object(mailFilters),
  requires: [messagesOrIds, wordsSaySomething],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'old_news',
      summary: 'Old issues of a newsletter: a job that shows what it would do and awaits confirmation',
      input: { from: 'weekly@news.example', after: '2025-11-15', before: '2026-01-01' },
      output: jobOver(
        'gmail_bulk_mark_read',
        'Mark as read the messages from weekly@news.example since 2025-11-15 before 2026-01-01',
        { search: 'from:weekly@news.example after:1763164800 before:1767225600', labels: ['UNREAD'] },
        [
          { item_id: '19b00000012d012d', display_name: 'The Weekly, issue 980 — The Weekly <weekly@news.example>' },
          { item_id: '19b0000001190119', display_name: 'The Weekly, issue 960 — The Weekly <weekly@news.example>' }
        ]
      )
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: mail => `Mark as read ${mailSaid(mail)}`,
  async prepare(mail, call) {
    const selected = await selectMail(mail, call, { label_ids: ['UNREAD'] })
    return { ...selected, action: { add: [], remove: ['UNREAD'], named: areNamed(mail) } }
  },
  ...relabelling
})
