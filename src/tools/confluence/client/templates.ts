import { segment } from '../../../lib/http/segment.ts'
import { below, has, type Row, rows, text, textOrNull } from '../../../lib/row.ts'
import type { Page } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { runTextTask } from './content/text-tasks.ts'
import { onlyCloud } from './failures.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from './listing.ts'
import { createPage, type Incomplete, type WriteCall } from './pages/write.ts'
import { type ConfluenceCall, v1 } from './request.ts'

export interface Template {
  id: string
  name: string
  description: string | null
  space_key: string | null
  labels: string[]
  editor: string | null
}

function templateOf(row: Row): Template {
  return {
    id: text(row, 'templateId'),
    name: text(row, 'name'),
    description: textOrNull(row, 'description') || null,
    space_key: textOrNull(below(row, 'space'), 'key'),
    labels: rows(row, 'labels').map(label => text(label, 'name')),
    editor: textOrNull(row, 'editorVersion')
  }
}

const onCloud = ({ site }: Confluence): void => {
  if (site.deployment !== 'cloud') throw onlyCloud('Reading templates')
}

/** Lists the templates of a space, or the global ones. */
export async function listTemplates(
  confluence: Confluence,
  { space_key, ...paging }: Paging & { space_key?: string },
  call: ConfluenceCall
): Promise<Listed<Template>> {
  if (space_key !== undefined) confluence.spaceAccess.check(call.caller, space_key)
  onCloud(confluence)
  const subject = { kind: 'site', name: space_key ?? 'templates' } as const
  const fetchPage = async (position: Position, limit: number) =>
    vendorPage(
      await confluence.send(
        { path: `${v1('template')}/page`, query: { spaceKey: space_key, limit, ...positionQuery(position) }, subject },
        call
      ),
      position
    )
  return report(await list(paging, space_key ?? null, fetchPage, templateOf), call)
}

/** Returns a template with its body and the names of its variables. */
export async function getTemplate(confluence: Confluence, template_id: string, call: ConfluenceCall) {
  if (confluence.site.deployment !== 'cloud') confluence.spaceAccess.check(call.caller, null)
  onCloud(confluence)
  const subject = { kind: 'template', name: template_id } as const
  const row = await confluence.row({ path: `${v1('template')}/${segment(template_id, 'template_id')}`, subject }, call)
  const template = templateOf(row)
  confluence.spaceAccess.check(call.caller, has(row, 'space') ? template.space_key : null)
  const body = textOrNull(below(row, 'body', 'storage'), 'value') ?? ''
  return { ...template, body, variables: await runTextTask('templateVariables', [body], call) }
}

export interface FromTemplate {
  template_id: string
  title: string
  space_key: string
  parent_id?: string
  labels?: readonly string[]
  variables?: readonly { name: string; value: string }[]
}

/** Creates a page with the body of a template. */
export async function createFromTemplate(
  confluence: Confluence,
  { template_id, variables = [], ...page }: FromTemplate,
  call: WriteCall
): Promise<Page & { incomplete: Incomplete }> {
  confluence.spaceAccess.check(call.caller, page.space_key)
  const template = await getTemplate(confluence, template_id, call)
  const valueByName = new Map(variables.map(({ name, value }) => [name, value]))
  const empty = template.variables.filter(name => !valueByName.has(name))
  if (empty.length > 0) call.warn(`These variables of the template have no value, and are empty in the page: ${empty.join(', ')}.`)
  const content = await runTextTask('filledTemplate', [template.body, [...valueByName]], call)
  return await createPage(confluence, { ...page, content, content_type: 'page', content_format: 'storage' }, call)
}
