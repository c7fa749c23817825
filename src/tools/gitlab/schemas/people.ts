import { type Static, Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { date, flag, id, time, url, word } from './common.ts'

export const Person = Type.Object({
  id: id('user'),
  username: word('User name, without @'),
  name: word('Name as people write it')
})
export type Person = Static<typeof Person>

export const person = (description: string) => nullable(Person, { description: `${description}; null for nobody, or where unknown` })
export const people = (description: string) => Type.Array(Person, { description })

export const User = Type.Object({
  ...Person.properties,
  state: word('active, blocked and the like'),
  bot: flag('true: no person'),
  email: word('E-mail that GitLab shows to this token'),
  is_admin: flag('true: administrator of the server'),
  created_at: time('When the account was made'),
  url
})
export type User = Static<typeof User>

export const Member = Type.Object({
  ...Person.properties,
  state: word('active, blocked and the like'),
  access_level: nullable(Type.Integer(), {
    description: '10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner; null where unknown'
  }),
  role: word('The access level in a word'),
  expires_at: date('Last day of the membership'),
  url
})
export type Member = Static<typeof Member>
