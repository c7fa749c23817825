import type { FastifyInstance } from 'fastify'
import { GoogleFailure, invalid, notFound } from '../../google/errors.ts'
import type { Label, Mailbox } from '../mailbox.ts'
import { renderLabel } from '../render.ts'

type LabelBody = Partial<Pick<Label, 'name' | 'messageListVisibility' | 'labelListVisibility' | 'color'>>
type ById = { Params: { id: string } }

const COLOR = /^#[0-9a-f]{6}$/

export function addLabels(app: FastifyInstance, mailbox: Mailbox): void {
  const base = '/gmail/v1/users/:userId/labels'
  app.get(base, async () => ({ labels: [...mailbox.labels.keys()].map(id => renderLabel(mailbox, id, false)) }))
  app.get<ById>(`${base}/:id`, async ({ params: { id } }) => {
    if (!mailbox.labels.has(id)) throw notFound()
    return renderLabel(mailbox, id, true)
  })
  app.post<{ Body: LabelBody }>(base, async ({ body }) => {
    const { name = '', messageListVisibility = 'show', labelListVisibility = 'labelShow', color } = body ?? {}
    check(mailbox, { name, ...(color && { color }) })
    const { id } = mailbox.addLabel({ name, messageListVisibility, labelListVisibility, ...(color && { color }) })
    return renderLabel(mailbox, id, false)
  })
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route<ById & { Body: LabelBody }>({
      method,
      url: `${base}/:id`,
      handler: async ({ params: { id }, body }) => {
        const label = mailbox.labels.get(id)
        if (!label) throw notFound()
        if (label.type === 'system') throw invalid('Invalid update request: system labels cannot be updated')
        check(mailbox, body ?? {}, id)
        Object.assign(label, body)
        return renderLabel(mailbox, id, false)
      }
    })
  }
  app.delete<ById>(`${base}/:id`, async ({ params: { id } }, reply) => {
    const label = mailbox.labels.get(id)
    if (!label) throw notFound()
    if (label.type === 'system') throw invalid('Invalid delete request: system labels cannot be deleted')
    for (const message of mailbox.messages.values()) mailbox.relabel(message, [], [id])
    mailbox.labels.delete(id)
    return reply.code(204).send()
  })
}

function check(mailbox: Mailbox, { name, color }: LabelBody, id?: string): void {
  if (name !== undefined && name.trim() === '') throw invalid('Invalid label name')
  if (color && ![color.textColor, color.backgroundColor].every(value => COLOR.test(value ?? '')))
    throw invalid(`Label color ${color.textColor ?? color.backgroundColor} is not on the allowed color palette`)
  const taken = [...mailbox.labels.values()].some(label => label.id !== id && label.name.toLowerCase() === name?.toLowerCase())
  if (taken) throw new GoogleFailure(409, 'Label name exists or conflicts', 'aborted', 'ABORTED')
}
