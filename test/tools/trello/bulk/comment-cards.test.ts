import t from 'tap'
import { type Card, having, type State } from '../../../../sandbox/trello/state/model.ts'
import adapter from '../../../../src/tools/trello/bulk/comment-cards.ts'
import { adapterContract } from '../../../bulk/adapter-contract.ts'
import { about, commentsOf, LABEL_LATER, LATER, NONE, opener, UNKNOWN_NAMES, withAction } from '../../../helpers/trello-bulk.ts'

const editComments = ({ id }: Card, { actions }: State): void => {
  for (const action of having(actions, ({ idCard }) => idCard === id)) action.text = 'Edited by somebody'
}

adapterContract(t, {
  adapter,
  about,
  open: opener({ seen: commentsOf, changed: editComments }),
  good: { ...LATER, text: 'Still **wanted**?' },
  nothing: { ...NONE, text: 'Something else' },
  names: [LABEL_LATER],
  refused: [
    { input: { text: 'Still wanted?' }, path: '' },
    { input: { ...LATER, text: ' ' }, path: 'text' }
  ],
  unknown_names: withAction(UNKNOWN_NAMES, { text: 'Still wanted?' })
})
