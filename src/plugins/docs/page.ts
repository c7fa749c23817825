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
`

/** The key stays in the memory of the page: it is sent in a header, and never in an address or a store. */
export const SCRIPT = `const form = document.getElementById('key-form')
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
