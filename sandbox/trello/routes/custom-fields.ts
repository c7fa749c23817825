import type { FastifyInstance } from 'fastify'
import { findBoard, findCard, findIn } from '../find.ts'
import { type Params, paramsOf } from '../params.ts'
import { refuse } from '../refusal.ts'
import { type Card, type CustomField, type CustomFieldItem, having, type State } from '../state/model.ts'
import { type Fields, show } from '../views/show.ts'

type ById = { Params: { id: string } }

const FIELD: Fields<CustomField> = {
  id: field => field.id,
  idModel: field => field.idBoard,
  modelType: () => 'board',
  fieldGroup: field => field.id.repeat(2),
  display: () => ({ cardFront: true }),
  name: field => field.name,
  pos: field => field.pos,
  options: ({ id, options }) => options.map(({ text, ...option }) => ({ ...option, idCustomField: id, value: { text } })),
  type: field => field.type
}

const itemView = ({ id, idCard, idCustomField, value, idValue }: CustomFieldItem) => ({
  id,
  value,
  idValue,
  idCustomField,
  idModel: idCard,
  modelType: 'card'
})

/** Custom fields of boards, and their values on cards. */
export default function addCustomFields(app: FastifyInstance, state: State): void {
  app.get<ById>('/boards/:id/customFields', async request => {
    const { id } = findBoard(state, request.params.id)
    return having(state.customFields, ({ idBoard }) => idBoard === id).map(field => show(FIELD, field, state))
  })
  app.get<ById>('/customFields/:id', async request => show(FIELD, findIn(state.customFields, request.params.id), state))
  app.get<ById>('/cards/:id/customFieldItems', async request => {
    const { id } = findCard(state, request.params.id)
    return having(state.customFieldItems, ({ idCard }) => idCard === id).map(itemView)
  })
  app.put<{ Params: { idCard: string; idField: string } }>('/cards/:idCard/customField/:idField/item', async request => {
    const card = findCard(state, request.params.idCard)
    const field = findIn(state.customFields, request.params.idField)
    if (field.idBoard !== card.idBoard) throw refuse(400, 'invalid custom field')
    return setValue(state, card, field, paramsOf(request))
  })
}

const KEYS = { text: 'text', number: 'number', date: 'date', checkbox: 'checked' } as const

function setValue(state: State, card: Card, field: CustomField, { value, idValue }: Params): object {
  const [before] = having(state.customFieldItems, item => item.idCard === card.id && item.idCustomField === field.id)
  const id = before?.id ?? state.newId()
  card.dateLastActivity = new Date().toISOString()
  if ((value === '' || value === undefined) && (idValue === '' || idValue === undefined)) {
    state.customFieldItems.delete(id)
    return { id, value: null, idValue: null, idCustomField: field.id, idModel: card.id, modelType: 'card' }
  }
  const item: CustomFieldItem = { id, idCard: card.id, idCustomField: field.id, value: null, idValue: null }
  if (field.type === 'list') {
    if (!field.options.some(option => option.id === idValue)) throw refuse(400, 'Invalid custom field item value.')
    item.idValue = String(idValue)
  } else {
    const key = KEYS[field.type]
    const text = Object(value)[key]
    if (typeof text !== 'string' || !isValid(field.type, text)) throw refuse(400, 'Invalid custom field item value.')
    item.value = { [key]: text }
  }
  state.customFieldItems.set(id, item)
  return itemView(item)
}

function isValid(type: keyof typeof KEYS, value: string): boolean {
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value))
  if (type === 'date') return !Number.isNaN(Date.parse(value))
  return type === 'checkbox' ? value === 'true' || value === 'false' : true
}
