import { ACCOUNT, type SeedMessage } from './compose.ts'

export type RoutineMessage = SeedMessage & { labels: readonly string[] }

const PEOPLE = [
  'Bea Builder <bea@example.com>',
  'Carl Courier <carl@travel.example>',
  'Dora Designer <dora@example.com>',
  'Eli Engineer <eli@example.com>'
]
const TOPICS = ['the release', 'the budget', 'the office plants', 'the interview', 'the roadmap', 'the retrospective']
const SHOPS = ['Bookshop <orders@books.example>', 'Grocer <shop@grocer.example>', 'Railway <tickets@rail.example>']

/** Returns an ordinary message. The same number always returns the same message. */
export function routine(number: number): RoutineMessage {
  const person = PEOPLE[number % PEOPLE.length] ?? ''
  const topic = TOPICS[number % TOPICS.length] ?? ''
  const shop = SHOPS[number % SHOPS.length] ?? ''
  const unread = number % 4 === 0 ? ['UNREAD'] : []
  switch (number % 5) {
    case 0:
      return {
        from: 'The Weekly <weekly@news.example>',
        subject: `The Weekly, issue ${1000 - number}`,
        labels: ['INBOX', 'CATEGORY_PROMOTIONS', 'Newsletters', ...unread],
        headers: ['List-Unsubscribe: <https://news.example/unsubscribe>'],
        body: `Issue ${1000 - number}: what happened in the world of gateways.`
      }
    case 1:
      return {
        from: shop,
        subject: `Your order ${7000 + number}`,
        labels: ['CATEGORY_UPDATES', 'Receipts', ...(number % 2 === 0 ? ['INBOX'] : [])],
        body: `Thank you. Your order ${7000 + number} over ${number}.50 EUR is on its way.`
      }
    case 2:
      return {
        from: ACCOUNT,
        to: person,
        subject: `About ${topic}`,
        labels: ['SENT'],
        body: `Hi, can we talk about ${topic} this week?\n\nAda`
      }
    default:
      return {
        from: person,
        ...(number % 3 === 0 && { cc: 'team@example.com' }),
        subject: `Notes on ${topic}`,
        labels: ['INBOX', 'CATEGORY_PERSONAL', 'Work', ...unread, ...(number % 9 === 0 ? ['IMPORTANT'] : [])],
        body: `Hi Ada,\n\nhere are my notes (${number}) on ${topic}. Please share your comments.\n\nBest`
      }
  }
}
