import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { date, flag, id, time, url, word } from './common.ts'

export const Person = Type.Object({
  id: id('user'),
  username: word('Username, without @'),
  name: word('Full name')
})
export type Person = Static<typeof Person>

/** `absent`: when it is null. */
export const person = (description: string, absent = 'if there is none, or if unknown') =>
  nullable(Person, { description: `${description}; null ${absent}` })
export const people = (description: string) => Type.Array(Person, { description })

export const User = Type.Object({
  ...Person.properties,
  state: word('State, such as active or blocked'),
  bot: flag('true: a bot, not a person'),
  email: word('Email address, if GitLab shows it to this token'),
  is_admin: flag('true: administrator of the server'),
  created_at: time('Time the account was created'),
  url
})
export type User = Static<typeof User>

export const Member = Type.Object({
  ...Person.properties,
  state: word('State, such as active or blocked'),
  access_level: nullable(Type.Integer(), {
    description: '5: minimal access, 10: guest, 15: planner, 20: reporter, 30: developer, 40: maintainer, 50: owner; null if unknown'
  }),
  role: word('Access level as a word'),
  expires_at: date('Expiry date of the membership'),
  url
})
export type Member = Static<typeof Member>
