import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Compile } from 'typebox/schema'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import { openPostOffice } from '../../helpers/gmail.ts'

const file = path.join(import.meta.dirname, '../../../../shared/specs/gmail.v1.discovery.json')

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
}

interface Method {
  id: string
  path: string
  httpMethod: string
  parameters?: Record<string, { location: string }>
  request?: { $ref: string }
  response?: { $ref: string }
  mediaUpload?: { protocols: { simple: { path: string } } }
}

interface Discovery {
  methods?: Record<string, Method>
  resources?: Record<string, Discovery>
  schemas: Record<string, Schema>
}

const spec: Discovery | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined

const methodsOf = ({ methods = {}, resources = {} }: Omit<Discovery, 'schemas'>): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsOf)
]

/** The schema with its references written out, and closed: Google answers, and takes, no property that it does not declare. */
function closed(schema: Schema, schemas: Record<string, Schema>, depth = 0): object {
  if (schema.$ref !== undefined) return depth > 8 ? {} : closed(schemas[schema.$ref] ?? {}, schemas, depth + 1)
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(([name, node]) => [name, closed(node, schemas, depth)])
    return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
  }
  return { ...(schema.type !== undefined && { type: schema.type }), ...(schema.items && { items: closed(schema.items, schemas, depth) }) }
}

t.test('Gmail as its vendor describes it', { skip: spec ? false : 'the folder ../shared/specs is not here' }, async t => {
  if (!spec) return
  const methods = methodsOf(spec)
  const { call, requests, clear, url } = await openPostOffice(t)
  const pattern = (template: string): RegExp => new RegExp(`^/${template.replace(/^\//, '').replace(/\{\w+\}/g, '[^/]+')}$`)
  const methodFor = (verb: string, at: string): Method | undefined =>
    methods.find(
      ({ httpMethod, path, mediaUpload }) =>
        httpMethod === verb &&
        [path, mediaUpload?.protocols.simple.path].some(template => template !== undefined && pattern(template).test(at))
    )
  const misfits = (schema: Schema | undefined, value: unknown): string[] => {
    if (!schema) return value === null || value === '' ? [] : ['a body where none is declared']
    const [fits, errors] = Compile(closed(schema, spec.schemas)).Errors(value)
    return fits ? [] : errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  t.test('every request of every operation is a declared one', async t => {
    await clear()
    const message_id = '19b00000014b014b'
    await call('search_messages', { labels: ['INBOX'], query: 'is:unread', include_spam_trash: true, limit: 2 })
    const { data: first } = await call('search_messages', { limit: 1 })
    await call('search_messages', { limit: 1, cursor: first.next_cursor })
    await call('get_messages', { message_ids: [message_id] })
    await call('get_thread', { thread_id: message_id, body: 'none' })
    await call('get_attachment', { message_id, part_id: '1' })
    await call('modify_labels', { message_id, add: ['Work'], remove: ['UNREAD'] })
    for (const operation of ['trash_message', 'untrash_message', 'delete_message']) await call(operation, { message_id })
    await call('create_label', { name: 'New', text_color: '#ffffff', background_color: '#000000' })
    await call('update_label', { label: 'New', name: 'Newer', label_list_visibility: 'labelHide', message_list_visibility: 'hide' })
    for (const operation of ['get_label', 'delete_label']) await call(operation, { label: 'Newer' })
    await call('send_message', { reply_to_message_id: '19b00000014f014f', text: 'x' })
    const { data: draft } = await call('create_draft', { to: ['a@example.com'], text: 'x' })
    await call('list_drafts', { limit: 1 })
    await call('send_draft', { draft_id: draft.draft_id })
    await call('delete_draft', { draft_id: 'r19b0000001500150' })
    await call('get_profile')
    const seen = (await requests()).filter(({ path }) => path !== '/token')
    t.ok(seen.length > 30)
    for (const { method: verb, path: at, query, body, status } of seen) {
      const method = methodFor(verb, at)
      t.ok(method, `${verb} ${at}`)
      t.ok(status !== null && status < 300, `${verb} ${at} answered ${status}`)
      const declared = Object.entries(method?.parameters ?? {}).flatMap(([name, { location }]) => (location === 'query' ? [name] : []))
      const strange = [...new URLSearchParams(query).keys()].filter(name => !declared.includes(name))
      t.strictSame(strange, [], `${method?.id} has no other parameters`)
      t.strictSame(misfits(method?.request, body), [], `${method?.id} takes ${JSON.stringify(body)?.slice(0, 100)}`)
    }
  })

  t.test('every answer of the stand-in is of the declared shape', async t => {
    const form = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT })
    const { access_token } = JSON.parse(await (await fetch(`${url}/token`, { method: 'POST', body: form })).text())
    const id = '19b00000014a014a'
    for (const at of [
      'profile',
      'messages',
      ...['minimal', 'metadata', 'full', 'raw'].map(format => `messages/${id}?format=${format}`),
      `threads/${id}`,
      'threads',
      'labels',
      'labels/INBOX',
      'drafts',
      'history?startHistoryId=1001'
    ]) {
      const answer = await fetch(`${url}/gmail/v1/users/me/${at}`, { headers: { authorization: `Bearer ${access_token}` } })
      const method = methodFor('GET', new URL(answer.url).pathname)
      t.equal(answer.status, 200, at)
      t.strictSame(misfits(method?.response, JSON.parse(await answer.text())), [], `${method?.id} ${at}`)
    }
  })
})
