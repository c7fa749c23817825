import type { ListInput } from '../../../contract/operation.ts'
import { below, type Row, rows, text, textOrNull } from '../../../lib/row.ts'
import { boardOfCard } from './cards/cards.ts'
import type { Trello, TrelloCall } from './connection.ts'
import { pageOf } from './cursor.ts'
import { invalidField } from './errors.ts'
import { chooseOne, isId } from './match-name.ts'
import { boardId, cardRef } from './resolve-names.ts'

const TYPES = ['text', 'number', 'date', 'checkbox', 'list'] as const
type FieldType = (typeof TYPES)[number]

interface Option {
  id: string
  text: string
}

interface Field {
  id: string
  name: string
  type: string
  options: Option[]
}

const toField = (row: Row): Field => ({
  id: text(row, 'id'),
  name: text(row, 'name'),
  type: text(row, 'type'),
  options: rows(row, 'options').map(option => ({ id: text(option, 'id'), text: text(below(option, 'value'), 'text') }))
})

const KEYS: Readonly<Record<Exclude<FieldType, 'list'>, string>> = { text: 'text', number: 'number', date: 'date', checkbox: 'checked' }

/** Returns the value of a field on a card as text; null if it has none. */
function valueOnCard({ type, options }: Field, item: Row | undefined): string | null {
  if (item === undefined) return null
  if (type === 'list') return options.find(({ id }) => id === text(item, 'idValue'))?.text ?? null
  const key = Object.entries(KEYS).find(([name]) => name === type)?.[1]
  return key === undefined ? null : textOrNull(below(item, 'value'), key)
}

const fieldsOf = async (trello: Trello, board_id: string, call: TrelloCall): Promise<Field[]> =>
  (await trello.rows({ path: `boards/${board_id}/customFields` }, call)).map(toField)

/** Returns one page of the custom fields of a board, oldest first; for a card, with their values. */
export async function listCustomFields(
  trello: Trello,
  { board, card_id, ...page }: ListInput & { board?: string; card_id?: string },
  call: TrelloCall
) {
  const card = card_id === undefined ? undefined : cardRef(card_id)
  const board_id = card === undefined ? await boardId(trello, board ?? '', call) : await boardOfCard(trello, card, call)
  const fields = await fieldsOf(trello, board_id, call)
  const items = card === undefined ? [] : await trello.rows({ path: `cards/${card}/customFieldItems` }, call)
  const withValues = fields.map(field => ({
    ...field,
    options: field.options.map(({ text: option }) => option),
    value: valueOnCard(
      field,
      items.find(item => text(item, 'idCustomField') === field.id)
    )
  }))
  return pageOf(withValues, page, () => 0)
}

/** Sets or clears the value of a custom field on a card. */
export async function setCustomField(
  trello: Trello,
  { card_id, field: name, value }: { card_id: string; field: string; value?: string },
  call: TrelloCall
) {
  const card = cardRef(card_id)
  const fields = await fieldsOf(trello, await boardOfCard(trello, card, call), call)
  const id = isId(name)
    ? name
    : chooseOne(
        'custom field',
        'field',
        name,
        fields.map(field => ({ id: field.id, names: [field.name] }))
      )
  const field = fields.find(one => one.id === id)
  if (!field)
    throw invalidField(
      'field',
      `is not a custom field of the board: ${name}`,
      fields.map(one => one.name)
    )
  const json = value === undefined ? { value: '', idValue: '' } : bodyOf(field, value)
  const row = await trello.row({ method: 'PUT', path: `cards/${card}/customField/${field.id}/item`, json }, call)
  return { card_id, field_id: field.id, name: field.name, type: field.type, value: valueOnCard(field, row) }
}

/** Returns the value in the form of Trello's API. Throws invalid_field_value if it does not fit the type of the field. */
function bodyOf(field: Field, value: string): Row {
  const { type, options, name } = field
  if (type === 'list') {
    const chosen = chooseOne(
      'option',
      'value',
      value,
      options.map(option => ({ id: option.id, names: [option.text] }))
    )
    return { idValue: chosen }
  }
  if (type === 'number' && (value.trim() === '' || !Number.isFinite(Number(value)))) throw misfit(name, 'a number, such as 3.5')
  if (type === 'checkbox' && value !== 'true' && value !== 'false') throw misfit(name, 'true or false')
  if (type === 'date' && Number.isNaN(Date.parse(value))) throw misfit(name, 'a time, such as 2026-03-01T09:00:00Z')
  const key = Object.entries(KEYS).find(([known]) => known === type)?.[1] ?? 'text'
  return { value: { [key]: type === 'date' ? new Date(value).toISOString() : value } }
}

const misfit = (field: string, expected: string) =>
  invalidField('value', `does not fit the custom field ${field}, which needs ${expected}`, [], expected)
