/**
 * Plugins of Swagger UI: code samples, a filter by ID and summary, JSON before other forms of a response, a faster resolver, this page's own origin
 * as the server, and long texts folded on a phone. Samples do not show the key.
 */
const PLUGINS = `const samples = ({ React: { createElement: element } }) => ({
  wrapComponents: {
    responses: Responses => props => {
      const written = props.specSelectors.specJson().getIn(['paths', props.path, props.method, 'x-codeSamples'])
      const responses = element(Responses, { ...props, responses: jsonFirst(props.responses) })
      return element('div', null, written && shownSamples(element, written.toJS()), responses)
    }
  }
})

const shownSamples = (element, list) => element('div', { className: 'samples' },
  element('h4', null, 'Samples'),
  ...list.map(({ label, source }, index) => element('details', { key: label, open: index === 0 },
    element('summary', null, label, ABOUT[label] && ': ' + ABOUT[label]),
    element('pre', null, element('code', null, source)))))

const ABOUT = {
  curl: "on a gateway with keys, add -H 'Authorization: Bearer KEY'",
  TypeScript: 'the typed client; on a gateway with keys, createClient({ url, key })',
  OpenAI: 'an entry of tool_calls, as a model returns it. POST /v1/operations takes it in calls',
  MCP: 'the params of tools/call, at /mcp'
}

// The first success that has content decides what Try it out accepts: a stream of events must not come before JSON.
const jsonFirst = responses => responses && responses.sortBy(response => response.hasIn(['content', 'application/json']) ? 0 : 1)

const wordsOf = text => text.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean)

const matches = (parts, phrase) => {
  const text = parts.join(' ').toLowerCase()
  return wordsOf(phrase).every(word => text.includes(word))
}

/** Operations that the key may call, from the catalog. */
let catalog = []

/** The systems, other than the one shown, that have operations which match, with their number. */
function matchesElsewhere(phrase, shown) {
  const counts = new Map()
  for (const { id, summary, path, system, group } of catalog)
    if (system !== shown && matches([id, summary, path, system, group], phrase)) counts.set(system, (counts.get(system) ?? 0) + 1)
  return [...counts]
}

/** As if a user had selected it: the list of systems keeps its own state. */
function select(system) {
  const list = document.querySelector('.download-url-wrapper select')
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, addressOf(system))
  list.dispatchEvent(new Event('change', { bubbles: true }))
}

const nothingFound = (element, phrase, shown) => {
  const elsewhere = matchesElsewhere(phrase, shown)
  return element('div', { className: 'wrapper nothing-found', role: 'status' },
    element('h3', null, 'No operation of ' + shown + ' matches “' + phrase + '”.'),
    elsewhere.length === 0
      ? element('p', null, 'No other system has a match. Try fewer words.')
      : element('p', null, 'Matches in other systems: ', ...elsewhere.map(([system, count]) =>
          element('button', { key: system, type: 'button', onClick: () => select(system) }, system + ' (' + count + ')'))))
}

/** Leaves operations whose ID, summary, path or tag contains every word. */
const filtering = ({ React: { createElement: element } }) => ({
  fn: {
    opsFilter: (tags, phrase) => tags
      .map((group, tag) => group.update('operations', operations => operations.filter(entry => {
        const operation = entry.get('operation')
        return matches([operation.get('operationId'), operation.get('summary'), entry.get('path'), tag], phrase)
      })))
      .filter(group => group.get('operations').size > 0)
  },
  components: {
    FilterContainer: ({ layoutSelectors, layoutActions }) => {
      const current = layoutSelectors.currentFilter()
      return element('div', { className: 'wrapper filter-operations' },
        element('input', {
          id: 'filter',
          type: 'search',
          placeholder: 'Filter operations by ID or words of the summary',
          'aria-label': 'Filter operations by ID or words of the summary',
          value: typeof current === 'string' ? current : '',
          onChange: event => layoutActions.updateFilter(event.target.value || true)
        }))
    }
  },
  wrapComponents: {
    operations: Operations => props => {
      const phrase = props.layoutSelectors.currentFilter()
      const isEmpty = typeof phrase === 'string' && props.specSelectors.taggedOperations().size === 0
      return isEmpty ? nothingFound(element, phrase, systemAt(props.specSelectors.url())) : element(Operations, props)
    }
  }
})

/** Calls go to the gateway that serves this page, under the name that the page was opened by: the policy of the page forbids any other. */
const ownOrigin = () => ({
  statePlugins: {
    spec: { wrapActions: { updateJsonSpec: update => spec => update({ ...spec, servers: [{ url: location.origin }] }) } }
  }
})

/** The list of documents is a list of systems. No option of Swagger UI sets its label. */
const naming = ({ React: { createElement: element, useEffect } }) => ({
  wrapComponents: {
    Topbar: Topbar => props => {
      useEffect(() => {
        const label = document.querySelector('.download-url-wrapper .select-label span')
        if (label) label.textContent = 'System'
      })
      return element(Topbar, props)
    }
  }
})

const LONG = 280
const HEAD = 120
const TAIL = 100
const isPhone = matchMedia('(max-width: 768px)').matches

/** Index at which a long text can be folded: after a sentence, and not within code. */
function foldAt(text) {
  if (text.length <= LONG) return -1
  for (const { index } of text.matchAll(/\\.(?=\\s)/g))
    if (index >= HEAD && text.length - index >= TAIL && text.slice(0, index).split('\`').length % 2 === 1) return index + 1
  return -1
}

/** On a phone, a long text shows its first sentences, and the others on request. */
const folding = ({ React: { createElement: element } }) => ({
  wrapComponents: {
    Markdown: Markdown => props => {
      const { source } = props
      const at = isPhone && typeof source === 'string' ? foldAt(source) : -1
      if (at < 0) return element(Markdown, props)
      return element('div', { className: 'folded' },
        element(Markdown, { ...props, source: source.slice(0, at) }),
        element('details', null, element('summary', null, 'More'), element(Markdown, { ...props, source: source.slice(at) })))
    }
  }
})

const pointed = (spec, pointer) => pointer.slice(2).split('/')
  .reduce((node, name) => node?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')], spec)

/** The node with every reference replaced by what it points to; a schema within itself keeps its reference. */
function resolved(node, spec, within = []) {
  if (Array.isArray(node)) return node.map(item => resolved(item, spec, within))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...siblings } = node
  if (typeof $ref === 'string' && $ref.startsWith('#/') && !within.includes($ref))
    return { ...resolved(pointed(spec, $ref), spec, [...within, $ref]), ...siblings }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolved(value, spec, within)]))
}

// Swagger UI's own resolver reads the whole document, for seconds, each time an operation is opened. All references here are local.
const resolving = () => ({
  fn: {
    resolveSubtree: async (spec, path) => ({ errors: [], spec: resolved(path.reduce((node, name) => node?.[name], spec), spec) })
  }
})

// One form for the key is enough: the one above.
const nothing = () => null
const oneForm = () => ({
  wrapComponents: { authorizeBtn: () => nothing, authorizeOperationBtn: () => nothing },
  components: { Logo: nothing } // whose inline style the policy refuses
})
`

/** The key stays in sessionStorage until the tab is closed. It is sent only in a header, and never stored elsewhere or added to a URL. */
export const SCRIPT = `${PLUGINS}
const KEY = 'toolgate-key'
const form = document.getElementById('key-form')
const input = document.getElementById('key')
const forget = document.getElementById('forget-key')
const state = document.getElementById('key-state')

function report(text, kind = '') {
  state.textContent = text
  state.className = kind
}

const headersFor = key => key ? { authorization: 'Bearer ' + key } : {}

/** Operations that this key may call, or the reason that it has none. */
async function access(key) {
  const response = await fetch('/v1/catalog', { headers: headersFor(key), cache: 'no-store' })
  const { data, error } = await response.json()
  return response.ok ? { items: data.items } : { error }
}

const PERMISSIONS = ['read', 'write', 'destructive']

function described(items) {
  const systems = new Set(items.map(({ system }) => system)).size
  const counts = PERMISSIONS.map(name => [name, items.filter(({ permission }) => permission === name).length])
  return items.length + ' operations of ' + systems + (systems === 1 ? ' system' : ' systems') +
    ' (' + counts.filter(([, count]) => count > 0).map(([name, count]) => count + ' ' + name).join(', ') + ')'
}

const GATEWAY = 'gateway'
const addressOf = name => '/openapi.json?system=' + (name === GATEWAY ? 'toolgate' : name)
const systemAt = url => [...document.querySelectorAll('.download-url-wrapper option')].find(({ value }) => value === url)?.textContent ?? GATEWAY

/** One document for each system, and one for the gateway itself. */
const documents = items => [...new Set(items.map(({ system }) => system)), GATEWAY].map(name => ({ name, url: addressOf(name) }))

function show(urls, key) {
  const ui = SwaggerUIBundle({
    urls,
    dom_id: '#swagger-ui',
    layout: 'StandaloneLayout',
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [samples, filtering, ownOrigin, naming, folding, resolving, oneForm],
    deepLinking: true,
    displayOperationId: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    filter: true,
    persistAuthorization: false,
    queryConfigEnabled: false,
    validatorUrl: null,
    requestInterceptor: request => {
      if (key && request.loadSpec) request.headers.authorization = 'Bearer ' + key
      return request
    },
    onComplete: () => key && ui.preauthorizeApiKey('bearer', key)
  })
}

async function start() {
  const key = sessionStorage.getItem(KEY) ?? ''
  const { items, error } = await access(key)
  forget.hidden = key === ''
  if (items) {
    catalog = items
    report(key ? 'The key is valid for ' + described(items) + '.' : 'No key is needed here: ' + described(items) + '.', 'valid')
    return show(documents(items), key)
  }
  if (key) sessionStorage.removeItem(KEY)
  forget.hidden = true
  report(key ? 'The key is no longer valid: ' + error.message : 'This gateway needs a key: enter one to see what it may call.', key ? 'wrong' : '')
  show([{ name: 'gateway', url: '/openapi.json' }], '')
}

/** A wrong key changes nothing on the page. */
async function use(key) {
  if (key === '') return report('Enter a key first.', 'wrong')
  report('Checking the key…')
  const { error } = await access(key)
  if (error) return report('The key is not valid: ' + error.message, 'wrong')
  sessionStorage.setItem(KEY, key)
  location.reload()
}

const failed = () => report('The gateway did not respond. Reload the page to try again.', 'wrong')

form.addEventListener('submit', event => {
  event.preventDefault()
  use(input.value.trim()).catch(failed)
})
forget.addEventListener('click', () => {
  sessionStorage.removeItem(KEY)
  location.reload()
})
start().catch(failed)
`
