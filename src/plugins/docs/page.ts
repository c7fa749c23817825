/** The page at /docs. Everything it loads comes from this gateway, and nothing in it is inline, so that its policy can forbid that. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Toolgate</title>
  <link rel="icon" type="image/png" sizes="32x32" href="/docs/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
  <form id="key-form">
    <label for="key">Key</label>
    <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="tg_…">
    <button type="submit">Show what it may call</button>
    <output id="key-state" for="key"></output>
  </form>
  <div id="swagger-ui"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/docs.js"></script>
</body>
</html>
`

export const STYLE = `body { margin: 0; }
#key-form { display: flex; gap: .75rem; align-items: center; padding: .75rem 1.25rem; background: #1b1b1b; color: #fff; font: 14px sans-serif; }
#key { flex: 0 1 28rem; padding: .4rem; font: inherit; }
#key-form button { padding: .4rem .8rem; font: inherit; }
.samples { padding: 0 20px 10px; font: 14px sans-serif; color: #3b4151; }
.samples h4 { margin: 10px 0; }
.samples summary { padding: 4px 0; cursor: pointer; }
.samples pre { margin: 0 0 8px; padding: 10px; overflow-x: auto; border-radius: 4px; background: #1b1b1b; color: #fff; font: 12px monospace; }
`

/** A plugin of Swagger UI, which shows no x-codeSamples by itself. Samples carry no key: the page's own is nobody else's to read. */
const SAMPLES = `const samples = ({ React: { createElement: element } }) => ({
  wrapComponents: {
    responses: Responses => props => {
      const told = props.specSelectors.specJson().getIn(['paths', props.path, props.method, 'x-codeSamples'])
      return element('div', null, told && shownSamples(element, told.toJS()), element(Responses, props))
    }
  }
})

const shownSamples = (element, list) => element('div', { className: 'samples' },
  element('h4', null, 'Samples'),
  ...list.map(({ label, source }, place) => element('details', { key: label, open: place === 0 },
    element('summary', null, label, ABOUT[label] && ': ' + ABOUT[label]),
    element('pre', null, element('code', null, source)))))

const ABOUT = {
  curl: "where the gateway has keys, add -H 'Authorization: Bearer KEY'",
  TypeScript: 'our typed client; where the gateway has keys, createClient({ url, key })',
  OpenAI: 'an entry of tool_calls, as a model answers it. POST /v1/operations takes it in calls',
  MCP: 'the params of tools/call, at /mcp'
}
`

/** The key stays in the memory of the page: it is sent in a header, and never in an address or a store. */
export const SCRIPT = `${SAMPLES}
const form = document.getElementById('key-form')
const state = document.getElementById('key-state')
let shown = 0

async function show(key) {
  const turn = ++shown
  const answer = await fetch('/openapi.json', { headers: key ? { authorization: 'Bearer ' + key } : {}, cache: 'no-store' })
  const spec = await answer.json()
  if (turn !== shown) return
  if (!answer.ok) return tell(spec.error.message)
  spec.servers = [{ url: location.origin }]
  const operations = Object.keys(spec.paths).filter(path => path.startsWith('/v1/')).length
  tell(operations > 0 ? '' : 'This gateway needs a key: enter one to see what it may call.')
  const ui = SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: operations > 80 ? 'none' : 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
    plugins: [samples],
    onComplete: () => key && ui.preauthorizeApiKey('bearer', key)
  })
}

function tell(text) {
  state.textContent = text
}

form.addEventListener('submit', event => {
  event.preventDefault()
  show(document.getElementById('key').value.trim()).catch(() => tell('The gateway did not answer.'))
})
show('').catch(() => tell('The gateway did not answer.'))
`
