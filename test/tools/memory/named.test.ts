import t from 'tap'
import { namedBy } from '../../../src/tools/memory/graph/person/named.ts'

const NAMING: readonly (readonly [name: string, texts: string[], others: string[]])[] = [
  [
    'Ada Park',
    ['ADA PARK leads Atlas', 'Park, Ada', 'Ada M. Park', "Ada Park's car", 'ada.park@example.com', 'Ada Parks Auto', 'the Ada-Park-Award'],
    ['Ada leads Atlas', 'Park', 'Adapark', 'Ada went a long way to the park', 'Adam Parker']
  ],
  ['Jürgen Müller', ['Juergen Mueller', 'jurgen muller', 'Mit Jürgen Müllers Hund'], ['Jürgen', 'Müller', 'Jan Müller']],
  ['Mark', ['Mark left', "Mark's car", 'Marks Auto'], ['marking a page', 'marked', 'Denmark', 'Markus']],
  ['Will Ho', ['Will Ho is here', 'Ho, Will'], ['he will go']],
  ['Kowalski', ['Kowalski', 'Kowalskis'], ['Kowalskiego', 'Kowalska']],
  ['Li Li', ['Li Li', 'Li-Li', 'Li, Dr. Li'], ['Li', 'Li Na']],
  ['Anna', ['Anna', 'ANNA'], ['Hannah', 'Ann', 'Annabel']],
  ['田中太郎', ['昨日田中太郎が来た'], ['太郎田中', '田中']],
  ['김민수', ['김민수는 여기 있다', '김민수가'], ['김민']],
  ['Иван Петров', ['Письмо Ивана Петрова', 'Петров Иван'], ['Иван', 'Петровка']],
  ['☃', [], ['☃', 'snow']]
]

for (const [name, texts, others] of NAMING)
  t.test(`texts that contain ${name}`, async t => {
    const { isIn } = namedBy([name])
    for (const text of texts) t.ok(isIn(text), text)
    for (const text of others) t.notOk(isIn(text), text)
  })

t.test('one of several names is enough, and no name is in no text', async t => {
  t.ok(namedBy(['Ada Park', 'Lovelace']).isIn('Countess Lovelace'))
  t.notOk(namedBy([]).isIn('Ada'))
})
