import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { NO_SELECTION } from '../bulk-examples.ts'
import { CHANGE_ERRORS, cardsOrIds, describeSelection, IF_CHANGED } from '../bulk-inputs.ts'
import { archiveAdapter } from '../client/bulk/archive.ts'
import { selectCards } from '../client/bulk/select.ts'
import { cardFilters } from '../inputs.ts'
import { trello } from '../tool.ts'

const { status: _status, ...filters } = cardFilters

export default defineBulk(trello, {
  name: 'unarchive_cards',
  summary: 'Restore many archived cards',
  description: `Creates a job that restores the archived cards of a board or list that match the filters, or the cards in ids (IDs, short links or URLs), to their lists. Use it if many cards were archived by mistake; for one card, use unarchive_card; to undo a job that archived them, use jobs_undo. The job shows a preview, and restores nothing until you confirm it. Cards that are already open are skipped. ${IF_CHANGED} Cards stay hidden if their list is archived. Undo archives the restored cards again. Returns the job: poll it with jobs_get.`,
  permission: 'write',
  see_also: ['trello_list_cards', 'trello_unarchive_card', 'trello_bulk_archive_cards'],
  asked_as: {
    en: [
      'bring back all archived tasks',
      'put dozens of cards back on the board',
      'restore everything we archived',
      'get archived cards back in one go',
      'the archived tasks should be visible again',
      'bring all the archived cards back',
      'I archived the whole list of cards by mistake',
      'all the cards we put away should come back',
      'we need the archived cards on the board again',
      'undo archiving for all those cards',
      'put the archived tasks back in their columns',
      'unarchive everything of last month'
    ]
  },
  input: Type.Object(filters),
  requires: [cardsOrIds()],
  errors: CHANGE_ERRORS,
  examples: [
    {
      name: 'of_a_label',
      summary: 'Restore archived cards with a label: the job shows a preview and waits for confirmation',
      input: { board: 'Website Relaunch', label: 'Bug' },
      output: awaitingJob({
        operation: 'trello_bulk_unarchive_cards',
        message: 'Restore the archived cards of the board Website Relaunch with label Bug',
        undoable: true,
        sample: [{ item_id: '69600cc05eed000000000054', display_name: 'Translate the contact page again', data: { archived: true } }]
      })
    },
    { ...NO_SELECTION, input: { name_contains: 'old' } }
  ],
  message: cards => `Restore ${describeSelection({ ...cards, status: 'archived' })}`,
  async prepare(cards, call) {
    const { query } = await selectCards({ ...cards, status: 'archived' }, call)
    return { query, action: { archived: false } }
  },
  ...archiveAdapter
})
