import { type Query, textIn } from '../paging.ts'
import { refuse } from '../refusal.ts'
import { labelV2 } from '../views/v2.ts'
import type { AddRoutes } from './site.ts'
import { paged } from './v1-paged.ts'

interface Template {
  templateId: string
  name: string
  description: string
  space?: string
  labels: string[]
  body: string
}

const TEMPLATES: readonly Template[] = [
  {
    templateId: '65701001',
    name: 'Meeting notes',
    description: 'Notes of a meeting, with its topic',
    labels: ['meeting'],
    body: '<at:declarations><at:string at:name="topic" /><at:string at:name="owner" /></at:declarations><h2>About <at:var at:name="topic" /></h2><p>Owner: <at:var at:name="owner" /></p><ac:task-list><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>Send the notes</ac:task-body></ac:task></ac:task-list>'
  },
  { templateId: '65701002', name: 'Decision', description: '', labels: [], body: '<h2>Decision</h2><p>We decided.</p>' },
  {
    templateId: '65701003',
    name: 'Guide',
    description: 'A guide of this space',
    space: 'DOCS',
    labels: ['guide'],
    body: '<h2>Steps</h2><ol><li>One</li></ol>'
  }
]

const templates: AddRoutes = (app, served) => {
  const { site } = served
  if (site.mode !== 'cloud') return
  const show = ({ templateId, name, description, space: key, labels, body }: Template) => {
    const space = key === undefined ? undefined : site.spaces.find(one => one.key === key)
    return {
      templateId,
      name,
      description,
      ...(space && { space: { id: Number(space.id), key: space.key, name: space.name } }),
      labels: labels.map(label => ({ ...labelV2(label), label })),
      templateType: 'page',
      editorVersion: 'v2',
      body: { storage: { value: body, representation: 'storage', embeddedContent: [], _expandable: {} } },
      _expandable: { body: '' },
      _links: {}
    }
  }
  app.get<{ Querystring: Query }>('/rest/api/template/page', async request => {
    const key = textIn(request.query, 'spaceKey')
    if (key !== undefined && !site.spaces.some(one => one.key === key)) throw refuse(404, 'No space found')
    return paged(
      request,
      served,
      TEMPLATES.filter(({ space }) => space === key),
      show
    )
  })
  app.get<{ Params: { id: string } }>('/rest/api/template/:id', async ({ params }) => {
    const found = TEMPLATES.find(({ templateId }) => templateId === params.id)
    if (!found) throw refuse(404, `No template found with id: ${params.id}`)
    return show(found)
  })
}

export default templates
