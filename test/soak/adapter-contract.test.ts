import t from 'tap'
import { ALIKE as EVENTS } from '../helpers/calendar-contracts.ts'
import { ALIKE as ISSUES } from '../helpers/gitlab-contracts.ts'
import { ALIKE as MESSAGES } from '../helpers/gmail-contracts.ts'
import { ALIKE as CARDS } from '../helpers/trello-contracts.ts'
import { adapterContract } from '../jobs/adapter-contract.ts'

/** The whole contract of the actions that are similar to one that `npm test` checks. */
for (const contract of [...MESSAGES, ...EVENTS, ...CARDS, ...ISSUES]) t.test(contract.adapter.id, async t => adapterContract(t, contract))
