import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Compile } from 'typebox/schema'
import type { Received } from '../../../sandbox/control/requests.ts'
import { CLIENT } from '../../../sandbox/google/oauth.ts'
import createEvents from '../../../src/tools/calendar/bulk/create-events.ts'
import deleteEvents from '../../../src/tools/calendar/bulk/delete-events.ts'
import moveEvents from '../../../src/tools/calendar/bulk/move-events.ts'
import rescheduleEvents from '../../../src/tools/calendar/bulk/reschedule-events.ts'
import updateEvents from '../../../src/tools/calendar/bulk/update-events.ts'
import { BOARD, FENCE, LAUNCH, LAWN, openDiary, PLAYGROUND, PRACTICE, PROJECTS } from '../../helpers/calendar.ts'
import { LATER, openJobs } from '../../helpers/calendar-bulk.ts'
import { outside } from '../../helpers/outside.ts'

const description = outside('specs/calendar.v3.discovery.json')
const recordings = outside('fixtures/calendar/northworld')

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
  parameters?: Record<string, { location: string; enum?: string[]; repeated?: boolean }>
  request?: { $ref: string }
  response?: { $ref: string }
}

interface Discovery {
  servicePath: string
  parameters: Record<string, unknown>
  resources: Record<string, { methods: Record<string, Method> }>
  schemas: Record<string, Schema>
}

const spec: Discovery | undefined = description.skip ? undefined : JSON.parse(readFileSync(description.path, 'utf8'))

/** Returns the schema with its references resolved and without additional properties: Google neither returns nor accepts undeclared ones. */
function closed(schema: Schema, schemas: Record<string, Schema>, depth = 0): object {
  if (schema.$ref !== undefined) return depth > 8 ? {} : closed(schemas[schema.$ref] ?? {}, schemas, depth + 1)
  if (schema.properties) {
    const properties = Object.entries(schema.properties).map(([name, node]) => [name, closed(node, schemas, depth)])
    return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false }
  }
  return { ...(schema.type !== undefined && { type: schema.type }), ...(schema.items && { items: closed(schema.items, schemas, depth) }) }
}

/** In a PATCH, null removes a property of any type. The API description does not express this. */
const withoutNulls = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_, item) => (item === null ? undefined : item))

t.test('conformance with Google’s API description of Calendar', { skip: description.skip }, async t => {
  if (!spec) return
  const { parameters: common } = spec
  const methods = Object.values(spec.resources).flatMap(({ methods }) => Object.values(methods))
  const { call, requests, clear, url } = await openDiary(t)
  const pattern = (template: string): RegExp => new RegExp(`^/${spec.servicePath}${template.replace(/\{\w+\}/g, '[^/]+')}$`)
  const methodFor = (verb: string, at: string): Method | undefined =>
    methods.find(({ httpMethod, path }) => httpMethod === verb && pattern(path).test(at))
  const misfits = (schema: Schema | undefined, value: unknown): string[] => {
    if (!schema) return value === null || value === '' ? [] : ['a body, but none is declared']
    const [fits, errors] = Compile(closed(schema, spec.schemas)).Errors(value)
    return fits ? [] : errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function problemsOf({ method: verb, path: at, query, body }: Received): string[] {
    const method = methodFor(verb, at)
    if (!method) return ['is not a declared method']
    const declared = method.parameters ?? {}
    const seen = new URLSearchParams(query)
    return [...seen]
      .flatMap(([name, value]) => {
        if (name in common) return []
        const parameter = declared[name]
        if (parameter?.location !== 'query') return [`has no parameter ${name}`]
        if (seen.getAll(name).length > 1 && parameter.repeated !== true) return [`takes ${name} once`]
        return parameter.enum && !parameter.enum.includes(value) ? [`does not accept ${name}=${value}`] : []
      })
      .concat(misfits(method.request, verb === 'PATCH' ? withoutNulls(body) : body))
  }

  t.test('every request of every operation conforms to the API description', async t => {
    await clear()
    const guests = [{ email: 'bo@example.com', name: 'Bo', optional: true }]
    const here = { calendar: 'Playground', send_updates: 'none' }
    const span = { time_min: '2026-02-01', time_max: '2026-03-01T00:00', time_zone: 'Europe/Berlin' }
    await call('list_calendars', { limit: 2, min_access: 'free_busy', include_hidden: true })
    const { data: first } = await call('list_events', { ...span, calendar: 'Playground', query: 'later', limit: 1, include_deleted: true })
    await call('list_events', {
      ...span,
      calendar: 'Playground',
      query: 'later',
      limit: 1,
      include_deleted: true,
      cursor: first.next_cursor
    })
    await call('list_events', { order_by: 'updated', updated_after: '2025-10-01T00:00:00Z', limit: 1 })
    const { data: all } = await call('list_events', { calendar: 'Playground', recurring: 'series', limit: 100 })
    await call('list_events', { calendar: 'Playground', recurring: 'series', sync_token: all.next_sync_token })
    await call('list_instances', { ...span, calendar: 'Playground', event_id: PRACTICE })
    await call('get_event', { event_id: LAUNCH, time_zone: 'UTC' })
    const texts = { summary: 'All', description: 'of it', location: 'here', shows_as: 'free', visibility: 'private', color_id: '3' }
    const reminders = [{ method: 'popup', minutes: 5 }]
    const times = { start: '2026-05-01T10:00', end: '2026-05-01T11:00', time_zone: 'Europe/Berlin' }
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=2']
    await call('create_event', {
      ...here,
      ...texts,
      ...times,
      attendees: guests,
      recurrence,
      reminders,
      send_updates: 'external_only',
      event_id: 'all0of0it'
    })
    const patch = { add_attendees: guests, clear: ['location'], start: '2026-05-01', end: '2026-05-02', shows_as: 'busy', etag: undefined }
    await call('update_event', { ...here, event_id: 'all0of0it', ...patch, send_updates: 'all' })
    await call('move_event', { ...here, event_id: FENCE, to_calendar: PROJECTS[0] })
    await call('delete_event', { ...here, event_id: LAWN, send_updates: 'all' })
    await call('query_free_busy', { calendars: ['primary', 'Team'], ...span })
    const file = { url: 'https://drive.google.com/open?id=1', title: 'Plan' }
    await call('create_event', {
      ...here,
      ...times,
      recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
      video_meeting: true,
      attachments: [file],
      event_id: 'all0of1it'
    })
    const { data: days } = await call('list_instances', { calendar: 'Playground', event_id: 'all0of1it' })
    const change = { summary: 'Later', video_meeting: 'add', add_attachments: [{ url: 'https://drive.google.com/open?id=2' }] }
    await call('update_event', { ...here, event_id: days.items[2].id, ...change, following: true })
    await call('delete_event', { ...here, event_id: days.items[1].id, following: true })
    await call('update_event', { ...here, event_id: 'all0of1it', remove_attachments: [file.url], video_meeting: 'remove' })
    await call('respond_to_event', {
      event_id: 's0000000000000000000000014',
      response: 'tentative',
      comment: 'Perhaps',
      send_updates: 'all'
    })
    await call('create_out_of_office', { start: '2026-08-03', end: '2026-08-08', time_zone: 'Europe/Berlin', decline_message: 'Away' })
    const { data: own } = await call('create_calendar', { name: 'New', description: 'of it', time_zone: 'UTC' })
    await call('update_calendar', { calendar: own.id, name: 'Newer' })
    for (const audience of [{ email: 'bo@example.com' }, { domain: 'example.com' }, { everyone: true }])
      await call('share_calendar', { calendar: own.id, ...audience, role: 'reader' })
    const { data: shares } = await call('list_shares', { calendar: own.id, limit: 1 })
    await call('list_shares', { calendar: own.id, limit: 1, cursor: shares.next_cursor })
    await call('unshare_calendar', { calendar: own.id, share_id: 'user:bo@example.com' })
    await call('delete_calendar', { calendar: own.id })
    const seen = (await requests()).filter(({ path }) => path !== '/token')
    t.ok(seen.length >= 39, String(seen.length))
    for (const request of seen) {
      t.ok(request.status !== null && request.status < 300, `${request.method} ${request.path} answered ${request.status}`)
      t.strictSame(problemsOf(request), [], `${request.method} ${request.path} ${JSON.stringify(request.body)}`)
    }
  })

  t.test('every request of every bulk operation conforms to the API description', async t => {
    const { preview, run, undo, requests } = await openJobs(t, [createEvents, deleteEvents, moveEvents, rescheduleEvents, updateEvents])
    const guests = [{ email: 'eli@example.com', name: 'Eli' }]
    const events = [{ summary: 'New', start: '2026-05-01', end: '2026-05-02', attendees: guests }]
    const here = { calendar: 'Playground', send_updates: 'none' }
    for (const [action, input, ids] of [
      [createEvents, { calendar: 'Playground', events, send_updates: 'all' }],
      [updateEvents, { ...LATER, location: 'x', shows_as: 'free', add_attendees: guests, clear: ['description'] }],
      [rescheduleEvents, { ...LATER, shift_days: 1 }],
      [rescheduleEvents, { ...here, shift_days: 1 }, [BOARD]],
      [moveEvents, { ...here, query: 'tree', recurring: 'series', to_calendar: 'Family' }],
      [deleteEvents, { calendar: 'Playground', query: 'lawn', recurring: 'skip', send_updates: 'external_only' }]
    ] as const)
      await undo(await run(await preview(action, input, ids && [...ids])))
    const seen = (await requests()).filter(({ path }) => path !== '/token')
    t.ok(seen.length >= 20)
    for (const request of seen)
      t.strictSame(problemsOf(request), [], `${request.method} ${request.path}?${request.query} ${JSON.stringify(request.body)}`)
  })

  t.test('every response of the sandbox conforms to the API description', async t => {
    const form = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT })
    const { access_token } = JSON.parse(await (await fetch(`${url}/token`, { method: 'POST', body: form })).text())
    const headers = { authorization: `Bearer ${access_token}` }
    const events = `calendars/${encodeURIComponent(PLAYGROUND)}/events`
    for (const at of [
      'users/me/calendarList',
      'users/me/calendarList/primary',
      `${events}?showDeleted=true`,
      `${events}?singleEvents=true&orderBy=startTime&maxResults=2`,
      'calendars/primary/events',
      `${events}/${BOARD}`,
      `${events}/${PRACTICE}/instances`,
      'calendars/primary',
      'calendars/primary/acl',
      'calendars/primary/acl/user:ada@example.com',
      'colors',
      'users/me/settings',
      'users/me/settings/timezone'
    ]) {
      const answer = await fetch(`${url}/calendar/v3/${at}`, { headers })
      const method = methodFor('GET', new URL(answer.url).pathname)
      t.equal(answer.status, 200, at)
      t.strictSame(misfits(method?.response, JSON.parse(await answer.text())), [], `${method?.id} ${at}`)
    }
    const asked = { timeMin: '2026-02-01T00:00:00Z', timeMax: '2026-03-01T00:00:00Z', items: [{ id: 'primary' }, { id: 'x' }] }
    const json = { ...headers, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/calendar/v3/freeBusy`, { method: 'POST', headers: json, body: JSON.stringify(asked) })
    t.strictSame(misfits(methodFor('POST', '/calendar/v3/freeBusy')?.response, JSON.parse(await answer.text())), [])
  })
})

/** Some recordings have a trailing comma, which no server sends. */
const recorded = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(recordings.path, name), 'utf8').replace(/,(\s*[}\]])/g, '$1'))

t.test('recordings of Google Calendar', { skip: recordings.skip }, async t => {
  const { call, failNext, clear, url } = await openDiary(t)
  const form = new URLSearchParams({ grant_type: 'refresh_token', ...CLIENT })
  const { access_token } = JSON.parse(await (await fetch(`${url}/token`, { method: 'POST', body: form })).text())
  const events = `/calendars/${encodeURIComponent(PLAYGROUND)}/events`
  const answer = async (method: string, at: string, body?: object, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${access_token}`, ...(body && { 'content-type': 'application/json' }), ...more }
    const response = await fetch(`${url}/calendar/v3${at}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  t.test('the sandbox returns the same error messages', async t => {
    const day = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } }
    await answer('DELETE', `${events}/${LAWN}`)
    for (const [name, status, answered] of [
      ['400.json', 400, await answer('GET', `${events}?timeMin=2026-01-02T00:00:00Z&timeMax=2026-01-01T00:00:00Z`)],
      ['404.json', 404, await answer('GET', `${events}/nowhere`)],
      ['409.json', 409, await answer('POST', events, { id: BOARD, ...day })],
      ['410.json', 410, await answer('DELETE', `${events}/${LAWN}`)],
      ['412.json', 412, await answer('DELETE', `${events}/${BOARD}`, undefined, { 'if-match': '"1"' })]
    ] as const)
      t.strictSame(answered, { status, body: recorded(name) }, name)
  })

  t.test('each recorded error is classified by its reason', async t => {
    for (const [name, status, reason] of [
      ['400.json', 422, 'upstream_refused'],
      ['401.json', 424, 'authentication_failed'],
      ['403_calendar_rate_limit.json', 429, 'rate_limit_exceeded'],
      ['403_daily_limit.json', 429, 'rate_limit_exceeded'],
      ['403_rate_limit.json', 429, 'rate_limit_exceeded'],
      ['403_user_rate_limit.json', 429, 'rate_limit_exceeded'],
      ['403_forbidden.json', 403, 'insufficient_permissions'],
      ['403_unknown.json', 403, 'insufficient_permissions'],
      ['404.json', 404, 'upstream_not_found'],
      ['500.json', 502, 'server_error']
    ] as const) {
      await clear()
      await failNext({ path: '/events/' }, { status: Number(name.slice(0, 3)), body: recorded(name) }, 2)
      t.match(await call('get_event', { event_id: BOARD, calendar: PLAYGROUND }), { status, error: { details: { reason } } }, name)
    }
  })

  t.test('each recorded response is read and returned in the declared form', async t => {
    const seen: string[] = []
    const { call, failNext, clear } = await openDiary(t, { onLog: line => seen.push(String(line['msg'])) })
    const reply = async (at: string, name: string) => {
      await clear()
      await failNext({ method: 'GET', path: at }, { status: 200, body: recorded(name), headers: { 'content-type': 'application/json' } })
    }
    for (const name of ['events.json', 'query_events.json', 'repeating_events.json', 'empty_events.json']) {
      await reply('/events', name)
      t.equal((await call('list_events', { limit: 100, calendar: PLAYGROUND })).status, 200, name)
    }
    for (const name of [
      'find_event_by_id.json',
      'find__all_day_event_by_id.json',
      'create_event.json',
      'cancelled_events.json',
      'missing_date.json'
    ]) {
      await reply('/events/', name)
      t.equal((await call('get_event', { event_id: 'x', calendar: PLAYGROUND })).status, 200, name)
    }
    await reply('calendarList', 'find_calendar_list.json')
    const { data } = await call('list_calendars')
    t.match(data.items[0], { name: 'Small cubicle', access: 'owner' })
    t.strictSame(
      seen.filter(text => text.includes('does not match the output schema')),
      [],
      'no property of a response is missing in the declared form'
    )
  })
})
