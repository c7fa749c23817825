import { invalidField } from '../../../../lib/invalid-field.ts'
import { below, isRow, type Row, rows, text, textOrNull } from '../../../../lib/row.ts'
import { near } from '../../../../lib/spelling.ts'
import type { GitLab } from '../connection.ts'
import { missing, query } from '../http/graphql.ts'
import type { Owner } from '../projects/projects.ts'
import type { GitLabCall } from '../request.ts'
import { type Namespace, namespaceOf } from './namespaces.ts'

/** A type of work items, with the IDs of its statuses and custom fields. */
export interface WorkItemTypeDetails {
  id: string
  /** Throws invalid_field_value if the type has no such status. */
  statusId: (name: string) => string
  fieldValues: (fields: readonly { name: string; values: string[] }[]) => Row[]
}

const CUSTOM_FIELD = 'customField { id name fieldType selectOptions { id value } }'
const TYPES = `query($path: ID!, $name: IssueType) { namespace(fullPath: $path) { workItemTypes(name: $name) { nodes { id name widgetDefinitions { type
  ... on WorkItemWidgetDefinitionStatus { allowedStatuses { id name category } }
  ... on WorkItemWidgetDefinitionCustomFields { customFieldValues {
    ... on WorkItemSelectFieldValue { ${CUSTOM_FIELD} } ... on WorkItemTextFieldValue { ${CUSTOM_FIELD} }
    ... on WorkItemNumberFieldValue { ${CUSTOM_FIELD} } ... on WorkItemDateFieldValue { ${CUSTOM_FIELD} } } } } } } } }`

/** `name`: only this type, such as key_result or Key Result. */
async function typeRows(gitlab: GitLab, { path, subject }: Namespace, name: string | undefined, call: GitLabCall): Promise<Row[]> {
  const variables = { path, name: name?.toUpperCase().replaceAll(' ', '_') ?? null }
  const data = await query(gitlab, { document: TYPES, variables, subject }, call)
  if (!isRow(data['namespace'])) throw missing(subject)
  return rows(below(data, 'namespace', 'workItemTypes'), 'nodes')
}

const statusesOf = (row: Row): Row[] => rows(row, 'widgetDefinitions').flatMap(widget => rows(widget, 'allowedStatuses'))
const fieldsOf = (row: Row): Row[] =>
  rows(row, 'widgetDefinitions').flatMap(widget => rows(widget, 'customFieldValues').map(value => below(value, 'customField')))

export async function listWorkItemTypes(gitlab: GitLab, { type, ...owner }: Owner & { type?: string }, call: GitLabCall) {
  const found = await typeRows(gitlab, await namespaceOf(gitlab, owner, call), type, call)
  return {
    types: found.map(row => ({
      name: textOrNull(row, 'name'),
      statuses: statusesOf(row).map(status => ({ name: textOrNull(status, 'name'), category: textOrNull(status, 'category') })),
      custom_fields: fieldsOf(row).map(field => ({
        name: textOrNull(field, 'name'),
        type: text(field, 'fieldType').toLowerCase(),
        options: rows(field, 'selectOptions').map(option => text(option, 'value'))
      }))
    }))
  }
}

/** Returns a type that work items of the project or group can have. */
export async function typesOf(gitlab: GitLab, namespace: Namespace, type: string, call: GitLabCall): Promise<WorkItemTypeDetails> {
  const [row] = await typeRows(gitlab, namespace, type, call)
  if (!row)
    throw invalidField(
      'type',
      `is not a type of the ${namespace.kind} ${namespace.path}: ${type}`,
      'a type that gitlab_list_work_item_types returns'
    )
  const statuses = statusesOf(row)
  const fields = fieldsOf(row)
  return {
    id: text(row, 'id'),
    statusId: name => text(named(statuses, 'name', name, 'status'), 'id'),
    fieldValues: given => given.map(({ name, values }) => fieldValue(named(fields, 'name', name, 'custom_fields'), values))
  }
}

/** Finds a row by its name, regardless of case. */
function named(all: readonly Row[], key: string, name: string, property: string): Row {
  const found = all.find(row => text(row, key).toLowerCase() === name.toLowerCase())
  if (found) return found
  const names = all.map(row => text(row, key))
  const [nearest] = near(name, names)
  throw invalidField(
    property,
    `does not exist: ${name}`,
    nearest === undefined ? names.join(', ') || 'no value: the type has none' : nearest
  )
}

function fieldValue(field: Row, values: readonly string[]): Row {
  const customFieldId = text(field, 'id')
  const [value = null] = values
  switch (text(field, 'fieldType')) {
    case 'NUMBER':
      return { customFieldId, numberValue: value === null ? null : Number(value) }
    case 'DATE':
      return { customFieldId, dateValue: value }
    case 'TEXT':
      return { customFieldId, textValue: value }
    default:
      return {
        customFieldId,
        selectedOptionIds: values.map(one => text(named(rows(field, 'selectOptions'), 'value', one, 'custom_fields'), 'id'))
      }
  }
}
