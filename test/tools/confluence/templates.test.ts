import t from 'tap'
import { filledTemplate, templateVariables } from '../../../src/tools/confluence/client/content/template-variables.ts'
import { openWiki, pageNamed } from '../../helpers/confluence.ts'

t.test('cloud', async t => {
  const wiki = await openWiki(t)
  const { call, requests, clear } = wiki
  t.afterEach(() => clear())

  t.test('global templates and those of a space are listed page by page', async t => {
    const first = (await call('list_templates', { limit: 1 })).data
    t.match(first, { items: [{ name: 'Meeting notes', space_key: null, labels: ['meeting'] }] })
    t.match((await call('list_templates', { limit: 1, cursor: first.next_cursor })).data, {
      items: [{ name: 'Decision' }],
      next_cursor: null
    })
    t.match((await call('list_templates', { space_key: 'DOCS' })).data.items, [{ name: 'Guide', space_key: 'DOCS' }])
  })

  t.test('a template has its variables, and a page from it their values as text', async t => {
    t.match((await call('get_template', { template_id: '65701001' })).data, { name: 'Meeting notes', variables: ['topic', 'owner'] })
    const variables = [{ name: 'topic', value: 'a < b & $1' }]
    const { status, data, metadata } = await call('create_page_from_template', {
      template_id: '65701001',
      title: 'Notes',
      space_key: 'PLAY',
      variables,
      labels: ['meeting']
    })
    t.equal(status, 201)
    t.match(metadata.warnings, [/no value.*: owner/])
    t.match(data, { title: 'Notes', metadata: { labels: [{ name: 'meeting' }] }, incomplete: null })
    const body = pageNamed(wiki, 'Notes').versions.at(-1)?.body ?? ''
    t.match(body, '<h2>About a &lt; b &amp; $1</h2><p>Owner: </p>')
    t.notMatch(body, 'at:')
  })

  t.test('an unknown template creates nothing', async t => {
    t.equal((await call('create_page_from_template', { template_id: '1', title: 'None', space_key: 'PLAY' })).status, 404)
    t.strictSame(
      (await requests()).filter(({ method }) => method === 'POST'),
      []
    )
  })
})

t.test('Data Center has no templates in its API', async t => {
  const { call } = await openWiki(t, { mode: 'datacenter' })
  for (const [name, input] of [
    ['list_templates', {}],
    ['get_template', { template_id: '1' }],
    ['create_page_from_template', { template_id: '1', title: 'x', space_key: 'PLAY' }]
  ] as const)
    t.match((await call(name, input)).error, { details: { reason: 'cannot_be_honoured' } }, name)
})

t.test('variables of a template, with attributes around their names', async t => {
  const storage =
    '<at:declarations><at:string at:name="a" /></at:declarations><p><at:var at:name="a > b" /><at:var at:rawxhtml="true" at:name="c &amp; d"> </at:var><at:var at:other="e" /></p>'
  t.strictSame(templateVariables(storage), ['a > b', 'c & d'])
  t.equal(filledTemplate(storage, [['a > b', '1 < 2']]), '<p>1 &lt; 2<at:var at:other="e" /></p>')
  const open = '<at:declarations><at:var at:name="'.repeat(20_000)
  t.equal(filledTemplate(open, []), open)
})
