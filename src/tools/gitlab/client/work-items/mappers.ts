import { below, flagOrNull, integerOrNull, isRow, numberOrNull, type Row, rows, text, textOrNull, time } from '../../../../lib/row.ts'
import type { Person } from '../../schemas/people.ts'
import type { WholeWorkItem, WorkItem } from '../../schemas/work-items.ts'
import { numberOf } from '../http/graphql.ts'

const RELATIVE = 'reference(full: true) title state workItemType { name }'

const WIDGETS = `
  ... on WorkItemWidgetAssignees { assignees { nodes { id username name } } }
  ... on WorkItemWidgetLabels { labels { nodes { title } } }
  ... on WorkItemWidgetMilestone { milestone { title } }
  ... on WorkItemWidgetIteration { iteration { id title startDate dueDate } }
  ... on WorkItemWidgetStartAndDueDate { startDate dueDate }
  ... on WorkItemWidgetWeight { weight }
  ... on WorkItemWidgetHealthStatus { healthStatus }
  ... on WorkItemWidgetStatus { status { name } }
  ... on WorkItemWidgetHierarchy { parent { ${RELATIVE} } }`

const FIELDS = `id iid title state confidential reference(full: true) createdAt updatedAt closedAt webUrl
  author { id username name } workItemType { name }`

/** What a document asks for each work item in a list, and after a change. */
export const WORK_ITEM = `${FIELDS} widgets { ${WIDGETS} }`

/** What it asks for one work item. */
export const WHOLE_WORK_ITEM = `${FIELDS} description widgets { ${WIDGETS}
  ... on WorkItemWidgetHierarchy { children(first: 100) { nodes { ${RELATIVE} } } }
  ... on WorkItemWidgetLinkedItems { linkedItems(first: 100) { nodes { linkType workItem { ${RELATIVE} } } } }
  ... on WorkItemWidgetCustomFields { customFieldValues { customField { name }
    ... on WorkItemSelectFieldValue { selectedOptions { value } }
    ... on WorkItemTextFieldValue { text: value }
    ... on WorkItemNumberFieldValue { number: value }
    ... on WorkItemDateFieldValue { date: value } } } }`

const STATES = new Map([
  ['OPEN', 'opened'],
  ['CLOSED', 'closed']
])

/** Each widget has properties of its own: together they are those of the work item. */
const widgetsOf = (row: Row): Row => Object.assign({}, ...rows(row, 'widgets'))

export const userIn = (row: Row): Person => ({ id: numberOf(row), username: textOrNull(row, 'username'), name: textOrNull(row, 'name') })

const stateOf = (row: Row): string | null => STATES.get(text(row, 'state')) ?? null
const typeOf = (row: Row): string | null => textOrNull(below(row, 'workItemType'), 'name')

const relativeOf = (row: Row) => ({
  reference: textOrNull(row, 'reference'),
  type: typeOf(row),
  title: textOrNull(row, 'title'),
  state: stateOf(row)
})

/** GraphQL returns days as times, too. */
const dayOf = (row: Row, name: string): string | null => textOrNull(row, name)?.slice(0, 10) ?? null

export function workItemOf(row: Row): WorkItem {
  const widgets = widgetsOf(row)
  const iteration = below(widgets, 'iteration')
  return {
    id: numberOf(row),
    iid: Number.parseInt(text(row, 'iid'), 10) || null,
    type: typeOf(row),
    title: textOrNull(row, 'title'),
    state: stateOf(row),
    status: textOrNull(below(widgets, 'status'), 'name'),
    labels: rows(below(widgets, 'labels'), 'nodes').map(label => text(label, 'title')),
    assignees: rows(below(widgets, 'assignees'), 'nodes').map(userIn),
    author: isRow(row['author']) ? userIn(row['author']) : null,
    milestone: textOrNull(below(widgets, 'milestone'), 'title'),
    iteration: isRow(widgets['iteration'])
      ? {
          id: numberOf(iteration),
          title: textOrNull(iteration, 'title'),
          start_date: dayOf(iteration, 'startDate'),
          due_date: dayOf(iteration, 'dueDate')
        }
      : null,
    start_date: dayOf(widgets, 'startDate'),
    due_date: dayOf(widgets, 'dueDate'),
    weight: integerOrNull(widgets, 'weight'),
    health_status: textOrNull(widgets, 'healthStatus'),
    parent: isRow(widgets['parent']) ? relativeOf(widgets['parent']) : null,
    confidential: flagOrNull(row, 'confidential'),
    created_at: time(row, 'createdAt'),
    updated_at: time(row, 'updatedAt'),
    closed_at: time(row, 'closedAt'),
    reference: textOrNull(row, 'reference'),
    url: textOrNull(row, 'webUrl')
  }
}

function valuesOf(row: Row): string[] {
  const options = rows(row, 'selectedOptions').map(option => text(option, 'value'))
  const value = textOrNull(row, 'text') ?? textOrNull(row, 'date') ?? numberOrNull(row, 'number')
  return value === null || value === '' ? options : [String(value)]
}

export function wholeWorkItemOf(row: Row): WholeWorkItem {
  const widgets = widgetsOf(row)
  return {
    ...workItemOf(row),
    description: textOrNull(row, 'description'),
    children: rows(below(widgets, 'children'), 'nodes').map(relativeOf),
    linked_items: rows(below(widgets, 'linkedItems'), 'nodes').map(link => ({
      link_type: textOrNull(link, 'linkType'),
      ...relativeOf(below(link, 'workItem'))
    })),
    custom_fields: rows(widgets, 'customFieldValues')
      .map(field => ({ name: textOrNull(below(field, 'customField'), 'name'), values: valuesOf(field) }))
      .filter(({ values }) => values.length > 0)
  }
}
