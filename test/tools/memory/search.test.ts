import t from 'tap'
import { indexTerms, parseQuery } from '../../../src/tools/memory/store/terms.ts'
import { type ClockedGraph, onEveryDatabase } from '../../helpers/memory-graph.ts'

const object = (name: string, more: object = {}) => ({ kind: 'object', name, ...more })
const fact = (from: string, relation: string, to: string, text: string, more: object = {}) => ({
  kind: 'link',
  ...{ from, relation, to, fact: text },
  ...more
})

/** Returns the names and facts that are found, best first. */
async function ask(graph: ClockedGraph, query: string, more: object = {}): Promise<string[]> {
  const { items } = await graph.read('search', { query, match: 'any', offset: 0, limit: 20, ...more })
  return items.map(({ object, link }) => object?.name ?? link?.fact ?? '')
}

onEveryDatabase(t, async (t, { graph: open }) => {
  const filled = async (...lines: object[]): Promise<ClockedGraph> => {
    const graph = open()
    await graph.write('importLines', { text: lines.map(line => JSON.stringify(line)).join('\n'), first: 1 })
    return graph
  }

  await t.test('a question finds the fact that answers it, in other forms of its words', async t => {
    const graph = await filled(
      fact('Caroline', 'attended', 'Support group', 'Caroline attended a support group for parents'),
      fact('Caroline', 'owns', 'Guinea pig', 'Caroline has a guinea pig named Oscar'),
      fact('Melanie', 'runs', 'Charity race', 'Melanie ran a charity race')
    )
    const about = async (query: string) => (await ask(graph, query, { kind: 'link' }))[0]
    t.equal(await about('When did Caroline go to the parents’ support groups?'), 'Caroline attended a support group for parents')
    t.equal(
      await about('What is the name of the pet that Caroline has, the guinea pigs or whatever it is?'),
      'Caroline has a guinea pig named Oscar'
    )
    t.equal(await about('Which races did Melanie attend?'), 'Melanie ran a charity race')
  })

  await t.test('words are found in each language by their stem, without words such as "the"', async t => {
    const graph = await filled(
      fact('Jörg', 'arbeitet', 'Bahn', 'Jörg arbeitet seit drei Jahren bei der Bahn'),
      fact('Inés', 'trabaja', 'Museo', 'Inés trabajaba en los museos de la ciudad'),
      fact('Luc', 'habite', 'Lyon', 'Luc habitait dans une petite maison à Lyon'),
      fact('Анна', 'живёт', 'Москва', 'Анна живёт в Москве'),
      fact('X', 'is', 'Y', 'The one who is for the other')
    )
    const first = async (query: string) => (await ask(graph, query, { kind: 'link' }))[0]
    t.equal(await first('Wer hat bei den Bahnen gearbeitet? Seit welchem Jahr?'), 'Jörg arbeitet seit drei Jahren bei der Bahn')
    t.equal(await first('¿Quién trabaja en el museo?'), 'Inés trabajaba en los museos de la ciudad')
    t.equal(await first('Qui habite dans les maisons?'), 'Luc habitait dans une petite maison à Lyon')
    t.equal(await first('Кто живёт в Москва'), 'Анна живёт в Москве')
    t.strictSame(await ask(graph, 'Who is the one?', { kind: 'link' }), ['The one who is for the other'])
    t.strictSame(await ask(graph, 'Who is the museum for?'), [], 'words without meaning match nothing if others are there')
    t.strictSame(await ask(graph, 'for the', { kind: 'link' }), ['The one who is for the other'], 'unless there are no others')
  })

  await t.test('attribute values, relations and sources are searched', async t => {
    const graph = await filled(
      object('Postgres', { attributes: [{ name: 'licence', value: 'permissive' }] }),
      fact('Ada', 'mentors', 'Bob', 'They meet on Fridays', { source: 'https://wiki.example.com/onboarding' })
    )
    t.strictSame(await ask(graph, 'permissive'), ['Postgres'])
    t.strictSame(await ask(graph, 'mentor'), ['They meet on Fridays'])
    t.strictSame(await ask(graph, 'onboarding'), ['They meet on Fridays'])
    await graph.write('updateObject', { name: 'Postgres', attributes: [{ name: 'licence', value: 'liberal' }] })
    t.strictSame(await ask(graph, 'permissive'), [])
    t.strictSame(await ask(graph, 'LIBERAL licences'), ['Postgres'])
  })

  await t.test('letters that Unicode does not decompose, and the other spelling of umlauts, are found', async t => {
    const graph = await filled(...['Łukasz Wałęsa', 'Søren Ærø', 'Đorđe', 'Kırk', 'Þór', 'Jürgen Müller'].map(name => object(name)))
    for (const [query, name] of [
      ['lukasz walesa', 'Łukasz Wałęsa'],
      ['soren', 'Søren Ærø'],
      ['soeren aeroe', 'Søren Ærø'],
      ['dorde', 'Đorđe'],
      ['kirk', 'Kırk'],
      ['thor', 'Þór'],
      ['muller', 'Jürgen Müller'],
      ['juergen mueller', 'Jürgen Müller']
    ] as const)
      t.strictSame(await ask(graph, query), [name], query)
  })

  await t.test('Korean nouns are found with any particle, Japanese and Chinese words in any sentence', async t => {
    const graph = await filled(
      fact('민수', '산다', '서울', '민수는 서울에서 산다'),
      fact('지영', '다닌다', '부산대학교', '지영은 부산대학교에 다닌다'),
      fact('花子', '飼う', '猫', '花子は猫を飼っている'),
      fact('太郎', '働く', '東京', '太郎は東京タワーで働いている'),
      fact('李明', '住在', '北京', '李明住在北京')
    )
    const first = async (query: string) => (await ask(graph, query, { kind: 'link' }))[0]
    t.equal(await first('서울에 누가 살아요?'), '민수는 서울에서 산다')
    t.equal(await first('대학교'), '지영은 부산대학교에 다닌다')
    t.equal(await first('誰が猫を飼っていますか'), '花子は猫を飼っている')
    t.equal(await first('東京で働く人は'), '太郎は東京タワーで働いている')
    t.equal(await first('谁住在北京？'), '李明住在北京')
  })

  await t.test('a query may have any number of words', async t => {
    const graph = await filled(fact('A', 'likes', 'B', 'A likes marzipan'))
    const query = `${Array.from({ length: 80 }, (_none, at) => `word${at}`).join(' ')} marzipan`
    t.strictSame(await ask(graph, query), ['A likes marzipan'])
    t.strictSame(await ask(graph, query, { match: 'all' }), [])
  })

  await t.test('only the first hundred different words of a query count, pairs of characters included', async t => {
    const graph = await filled(fact('A', 'likes', 'B', 'A likes marzipan'), fact('甲', '喜欢', '乙', '甲喜欢杏仁糖'))
    const read = async (query: string, more: object = {}) =>
      await graph.read('search', { query, match: 'any', kind: 'link', offset: 0, limit: 20, ...more })
    const numbered = Array.from({ length: 150 }, (_none, at) => `w${at}`).join(' ')
    t.match(await read(`marzipan ${numbered}`), { items: [{ link: { fact: 'A likes marzipan' } }], omitted_words: 51 })
    t.match(await read(`${numbered} marzipan`), { items: [], omitted_words: 51 })
    t.match(await read(`${'w1 '.repeat(300)}marzipan`), { items: { length: 1 }, omitted_words: 0 }, 'repeated words count once')
    const han = Array.from({ length: 990 }, (_none, at) => String.fromCodePoint(0x4e00 + at * 2)).join('')
    const { items, omitted_words } = await read(`杏仁糖${han}`)
    t.match(items, [{ link: { fact: '甲喜欢杏仁糖' } }])
    t.ok(omitted_words > 1800, `${omitted_words} of them do not count`)
  })

  await t.test('what is linked to a match ranks higher', async t => {
    const graph = await filled(
      fact('Ben', 'plays', 'Cello', 'He practices an instrument daily'),
      fact('Eve', 'plays', 'Cello', 'She practices an instrument daily'),
      fact('Trip', 'included', 'Lake', 'The weather was fine for a swim'),
      fact('Trip', 'started in', 'Oslo', 'Everyone took the night train from Norway for the trip'),
      fact('Party', 'included', 'Cake', 'The weather was fine for a dance')
    )
    t.equal((await ask(graph, 'Which instrument does Ben practice?', { kind: 'link' }))[0], 'He practices an instrument daily')
    t.strictSame(
      (await ask(graph, 'Was the weather fine after the night train?', { kind: 'link' })).slice(0, 2),
      ['Everyone took the night train from Norway for the trip', 'The weather was fine for a swim'],
      'of two equal facts, the one of the same object as the best match'
    )
  })

  await t.test('if more match than can be ranked, those with the rarest words are', async t => {
    const graph = await filled(
      fact('First', 'holds', 'Key', 'The common crowd has a sapphire'),
      ...Array.from({ length: 2100 }, (_none, at) => object(`Crowd ${at}`)),
      ...Array.from({ length: 2100 }, (_none, at) => fact('First', `counts ${at}`, 'Crowd 1', `Common crowd ${at}`))
    )
    const { items, total } = await graph.read('search', { query: 'sapphire of the common crowd', match: 'any', offset: 0, limit: 3 })
    t.equal(items[0]?.link?.fact, 'The common crowd has a sapphire')
    t.strictSame(total, { value: 4000, relation: 'gte' })
  })
})

t.test('terms: the index and the query agree on the forms of a word', async t => {
  for (const [indexed, asked] of [
    ['running', 'runs'],
    ['Der Hund schläft in den Häusern', 'Haus'],
    ['Müller', 'MUELLER'],
    ['서울에서', '서울은'],
    ['東京都', '東京']
  ] as const) {
    const terms = new Set(indexTerms(indexed))
    t.ok(
      parseQuery(asked).some(({ forms }) => forms.some(form => terms.has(form))),
      `${indexed} and ${asked}`
    )
  }
  t.strictSame(parseQuery('the of and').length, 3, 'words without meaning stay if there are no others')
  t.match(parseQuery('col*'), [{ forms: ['col'], prefix: true }])
})
