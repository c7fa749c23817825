// Every call of Google's own client for calendars, on a sandbox server. Prints one line of JSON for each: its name, and the error if it failed.
import { auth, calendar } from '@googleapis/calendar'

const [url, access_token] = process.argv.slice(2)
const client = new auth.OAuth2()
client.setCredentials({ access_token })
const api = calendar({ version: 'v3', auth: client, rootUrl: `${url}/` })
const calendarId = 'playground@group.calendar.google.com'
const times = { start: { dateTime: '2026-06-01T10:00:00Z' }, end: { dateTime: '2026-06-01T11:00:00Z' } }

async function call(name, work) {
  try {
    const { data } = await work()
    process.stdout.write(`${JSON.stringify({ name })}\n`)
    return data
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ name, error: error.message })}\n`)
    return {}
  }
}

await call('calendarList.list', () => api.calendarList.list({ minAccessRole: 'reader' }))
await call('calendarList.get', () => api.calendarList.get({ calendarId }))
await call('calendarList.insert', () => api.calendarList.insert({ requestBody: { id: calendarId } }))
await call('calendarList.patch', () => api.calendarList.patch({ calendarId, requestBody: { colorId: '3' } }))
await call('calendarList.update', () => api.calendarList.update({ calendarId, requestBody: { colorId: '4' } }))
await call('calendarList.delete', () => api.calendarList.delete({ calendarId: 'archive@group.calendar.google.com' }))
const own = (await call('calendars.insert', () => api.calendars.insert({ requestBody: { summary: 'Bees', timeZone: 'Europe/Berlin' } }))).id
await call('calendars.get', () => api.calendars.get({ calendarId: own }))
await call('calendars.patch', () => api.calendars.patch({ calendarId: own, requestBody: { description: 'Hives' } }))
await call('calendars.update', () => api.calendars.update({ calendarId: own, requestBody: { summary: 'Hives' } }))
const rule = await call('acl.insert', () =>
  api.acl.insert({ calendarId: own, requestBody: { role: 'reader', scope: { type: 'user', value: 'bo@example.com' } } })
)
const ruleId = rule.id
await call('acl.list', () => api.acl.list({ calendarId: own }))
await call('acl.get', () => api.acl.get({ calendarId: own, ruleId }))
await call('acl.patch', () => api.acl.patch({ calendarId: own, ruleId, requestBody: { role: 'writer' } }))
await call('acl.update', () => api.acl.update({ calendarId: own, ruleId, requestBody: { role: 'reader', scope: rule.scope } }))
await call('acl.delete', () => api.acl.delete({ calendarId: own, ruleId }))
await call('calendars.clear', () => api.calendars.clear({ calendarId: own }))
await call('calendars.delete', () => api.calendars.delete({ calendarId: own }))
const { id: eventId } = await call('events.insert', () => api.events.insert({ calendarId, requestBody: { summary: 'Swarm', ...times } }))
await call('events.insert with a meeting and a file', () =>
  api.events.insert({
    calendarId,
    conferenceDataVersion: 1,
    supportsAttachments: true,
    sendUpdates: 'all',
    requestBody: {
      ...times,
      conferenceData: { createRequest: { requestId: 'a' } },
      attachments: [{ fileUrl: 'https://drive.google.com/open?id=1' }]
    }
  })
)
await call('events.get', () => api.events.get({ calendarId, eventId, timeZone: 'UTC' }))
await call('events.patch', () => api.events.patch({ calendarId, eventId, requestBody: { location: 'Garden' } }))
await call('events.update', () => api.events.update({ calendarId, eventId, requestBody: { summary: 'Swarms', ...times } }))
await call('events.move', () => api.events.move({ calendarId, eventId, destination: 'family@group.calendar.google.com' }))
await call('events.delete', () => api.events.delete({ calendarId: 'family@group.calendar.google.com', eventId, sendUpdates: 'none' }))
await call('events.import', () => api.events.import({ calendarId, requestBody: { iCalUID: 'a@b', summary: 'Imported', ...times } }))
await call('events.quickAdd', () => api.events.quickAdd({ calendarId, text: 'Tea' }))
await call('events.list', () => api.events.list({ calendarId, singleEvents: true, orderBy: 'startTime', timeMin: '2026-01-01T00:00:00Z' }))
const { nextSyncToken } = await call('events.list in full', () => api.events.list({ calendarId }))
await call('events.list of changes', () => api.events.list({ calendarId, syncToken: nextSyncToken }))
await call('events.instances', () => api.events.instances({ calendarId, eventId: 's0000000000000000000000006' }))
await call('freebusy.query', () =>
  api.freebusy.query({ requestBody: { timeMin: '2026-02-01T00:00:00Z', timeMax: '2026-03-01T00:00:00Z', items: [{ id: 'primary' }] } })
)
await call('colors.get', () => api.colors.get({}))
await call('settings.list', () => api.settings.list({}))
await call('settings.get', () => api.settings.get({ setting: 'timezone' }))
