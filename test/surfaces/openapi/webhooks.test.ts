import { test } from 'tap'
import { EVENTS } from '../../../src/contract/job.ts'
import { startApp } from '../../helpers/app.ts'

test('the document describes the events for a notify_url', async t => {
  const { app } = await startApp(t)
  const document = (await app.inject('/openapi.json')).json()
  const { post } = document.webhooks.job
  t.same(
    post.parameters.map(({ name }: { name: string }) => name),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  )
  t.same(post.requestBody.content['application/json'].schema, { $ref: '#/components/schemas/JobEvent' })
  const { properties } = document.components.schemas.JobEvent
  t.same(properties.type.enum, EVENTS)
  t.notOk(properties.data.properties.job.properties.confirm_token, 'a webhook never contains the token')
  t.ok(properties.data.properties.job.properties.status)
})

test('a key that may start no bulk job gets no webhooks', async t => {
  const { app } = await startApp(t, { ports: { visible: ({ kind }) => kind !== 'bulk' } })
  const document = (await app.inject('/openapi.json')).json()
  t.notOk(document.webhooks)
  t.notOk(document.components.schemas.JobEvent)
})
