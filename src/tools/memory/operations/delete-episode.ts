import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { brief } from '../../../lib/format.ts'
import { deleteEpisode } from '../client/episodes.ts'
import { STORAGE } from '../errors.ts'
import { KNOWN_TEXT, readKnownText } from '../examples.ts'
import { count, dryRun, Episode } from '../schemas.ts'
import { memory } from '../tool.ts'

export default defineOperation(memory, {
  name: 'delete_episode',
  summary: 'Delete the record of a text, and its facts on request',
  description:
    'Deletes an episode, the record of a text that was read, and returns it. There is no undo. By default, the facts that the text states are kept; with facts: true, the facts recorded from this text are deleted, unless another text also states them. Use it if a text should not have been read; for a single fact, use delete_link; for a person, bulk_erase_person. The objects that these facts connect are kept. The same text is not read again by bulk_import_texts, unless again is true. Set dry_run first to see how many facts would be deleted.',
  permission: 'destructive',
  http: 'DELETE /episode',
  dry_run: true,
  see_also: ['memory_list_episodes', 'memory_delete_link', 'memory_bulk_erase_person'],
  asked_as: {
    en: [
      'forget what you learned from that document',
      'remove all facts of one conversation',
      'delete a text from memory together with its facts',
      'unlearn the article',
      'you should not have read that email, forget it',
      'drop everything you took from the report',
      'forget this meeting'
    ],
    de: ['vergiss dieses Dokument'],
    es: ['olvida ese documento'],
    fr: ['oublie ce document'],
    ja: ['その文書を忘れて'],
    pl: ['zapomnij ten dokument']
  },
  input: Type.Object({
    episode_id: Type.String({ minLength: 1, maxLength: 20, description: 'ID of the episode, as list_episodes returns it' }),
    facts: Type.Boolean({ default: false, description: 'true: also delete the facts that only this text states. Default false' })
  }),
  output: Type.Object({
    episode: Type.Object(Episode.properties, { description: 'The episode' }),
    facts_deleted: count('Number of deleted facts'),
    dry_run: dryRun
  }),
  errors: { ...STORAGE, episode_not_found: 'No episode has that ID' },
  examples: [
    {
      name: 'preview',
      summary: 'Preview: the record is deleted, and the facts stay',
      given: { ...readKnownText, as: { episode_id: 'episode_id' } },
      input: { episode_id: '1', dry_run: true },
      output: { episode: KNOWN_TEXT, facts_deleted: 0, dry_run: true }
    },
    {
      name: 'unknown',
      summary: 'An ID that no episode has',
      input: { episode_id: '999999', confirm: true },
      error: { reason: 'episode_not_found' }
    }
  ],
  message: ({ episode_id, facts }) => `Delete the episode ${brief(episode_id)}${facts ? ' with its facts' : ''}; this cannot be undone`,
  handler: (input, call) => deleteEpisode(input, call)
})
