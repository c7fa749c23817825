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
  name: 'untrash_messages',
  summary: 'Take many messages out of the trash',
  description: `Makes a job that takes the messages of the trash that fit, or those named in ids, out of it. Use it to bring back what was thrown away within about 30 days; for one message use untrash_message. They have the labels that they had, but are not in the inbox: for that put the label INBOX on them with bulk_label_messages. Undo moves those that this job took out into the trash again. ${HOW_LABELS_CHANGE}`,
  permission: 'write',
  see_also: ['gmail_search_messages', 'gmail_untrash_message', 'gmail_bulk_trash_messages'],
  input: Type.Object(mailFilters),
  requires: [messagesOrIds, wordsSaySomething],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'offers',
      summary: 'Offers that were thrown away: a job that shows what it would do and awaits confirmation',
      input: { from: 'offers@gym.example' },
      output: jobOver(
        'gmail_bulk_untrash_messages',
        'Take out of the trash the messages from offers@gym.example',
        { search: 'from:offers@gym.example', labels: ['TRASH'] },
        [
          { item_id: '19b0000001510151', display_name: 'Your offer for May — Gym <offers@gym.example>' },
          { item_id: '19b0000001520152', display_name: 'Your offer for April — Gym <offers@gym.example>' }
        ]
      )
    },
    { ...NO_SELECTION, input: {} }
  ],
  message: mail => `Take out of the trash ${mailSaid(mail)}`,
  async prepare(mail, call) {
    const selected = await selectMail(mail, call, { label_ids: ['TRASH'] })
    return { ...selected, action: { add: [], remove: ['TRASH'], named: areNamed(mail) } }
  },
  ...relabelling
})
