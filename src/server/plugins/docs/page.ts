/** The page at /docs. It loads everything from this gateway and contains nothing inline, so that its content security policy can forbid both. */
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
    <strong>Toolgate</strong>
    <label for="key">Key</label>
    <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="tg_…">
    <button type="submit">Use key</button>
    <button type="button" id="forget-key" hidden>Remove key</button>
    <output id="key-state" for="key"></output>
  </form>
  <main id="swagger-ui"></main>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/swagger-ui-standalone-preset.js"></script>
  <script src="/docs/docs.js"></script>
</body>
</html>
`

export const STYLE = `body { margin: 0; }
html.dark-mode body { background: #1c2022; }
#key-form { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; padding: .75rem 1.25rem; background: #1b1b1b; color: #fff; font: 14px sans-serif; }
#key-form strong { font-size: 1rem; }
#key { flex: 1 1 8rem; min-width: 0; max-width: 28rem; padding: .4rem; font: inherit; }
#key-form button { padding: .4rem .8rem; font: inherit; }
#key-state { flex: 1 1 100%; min-height: 1.2em; overflow-wrap: anywhere; }
#key-state.valid { color: #8fe3b0; }
#key-state.wrong { color: #ffb3b3; }
.swagger-ui .topbar { padding: 8px 0; }
.swagger-ui .topbar .topbar-wrapper > .link { display: none; }
.swagger-ui .topbar .download-url-wrapper .select-label { max-width: 28rem; }
.swagger-ui .topbar .dark-mode-toggle { flex: none; }
.swagger-ui .topbar .download-url-wrapper .select-label span { padding: 0 10px; }
.swagger-ui .filter-operations { padding: 10px 20px; }
.swagger-ui .filter-operations input[type=search] { box-sizing: border-box; width: 100%; max-width: none; margin: 0; padding: 10px; font: 14px sans-serif; }
.samples { padding: 0 20px 10px; font: 14px sans-serif; color: #3b4151; }
html.dark-mode .samples { color: #e4e6e6; }
.samples h4 { margin: 10px 0; }
.samples summary { padding: 4px 0; cursor: pointer; }
.samples pre { margin: 0 0 8px; padding: 10px; overflow-x: auto; border-radius: 4px; background: #1b1b1b; color: #fff; font: 12px monospace; }
.swagger-ui .nothing-found button { margin: 0 8px 8px 0; padding: 6px 12px; border: 1px solid #8888; border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer; }
.swagger-ui .nothing-found { padding: 10px 20px; font: 14px sans-serif; color: #3b4151; }
html.dark-mode .swagger-ui .nothing-found, html.dark-mode .swagger-ui .nothing-found h3 { color: #e4e6e6; }
/* The body of a call comes before headers that change nothing about it. */
.swagger-ui .opblock-section:has(> .opblock-section-request-body):not(:has(tr[data-param-in=path], tr[data-param-in=query])) { display: flex; flex-direction: column; }
.swagger-ui .opblock-section:has(> .opblock-section-request-body):not(:has(tr[data-param-in=path], tr[data-param-in=query])) > .parameters-container { order: 1; }
/* Groups of a system have the same description. */
.swagger-ui .opblock-tag-section:not(:first-child) .opblock-tag small { display: none; }
.swagger-ui .markdown, .swagger-ui .renderedMarkdown, .swagger-ui .opblock-description { overflow-wrap: anywhere; }
.swagger-ui .markdown p, .swagger-ui .renderedMarkdown p { max-width: 50rem; margin-left: 0; line-height: 1.5; }
.swagger-ui .markdown p code, .swagger-ui .renderedMarkdown p code { padding: 1px 4px; font-size: .9em; font-weight: 400; }

@media (max-width: 768px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .information-container .info { margin: 15px 0; }
  .swagger-ui .info .title { font-size: 24px; }
  .swagger-ui .topbar .topbar-wrapper, .swagger-ui .topbar .download-url-wrapper { gap: 8px; }
  .swagger-ui .topbar .download-url-wrapper .select-label { display: flex; }
  .swagger-ui .filter-operations, .swagger-ui .nothing-found { padding: 10px; }
  .swagger-ui .folded p { margin-bottom: 0; }
  .swagger-ui .folded > details { margin: 0 0 10px; }
  .swagger-ui .folded > details > summary { padding: 8px 0; color: #3b6fb5; font: 14px sans-serif; cursor: pointer; }
  html.dark-mode .swagger-ui .folded > details > summary { color: #8ab4f8; }
  .swagger-ui .folded > details[open] > summary { display: none; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding: 8px 0; font-size: 20px; }
  .swagger-ui .opblock-tag small { flex: 1 1 100%; order: 1; padding: 4px 0; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; min-width: 0; row-gap: 4px; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 64px; padding: 6px 0; font-size: 12px; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex: 1 1 0; flex-direction: column; align-items: flex-start; min-width: 0; gap: 2px; padding: 0 8px; }
  .swagger-ui .opblock .opblock-summary-path { flex: none; max-width: 100%; padding: 0; font-size: 13px; }
  .swagger-ui .opblock .opblock-summary-description { padding: 0; overflow-wrap: anywhere; }
  .swagger-ui .opblock .opblock-summary-operation-id { flex: 1 1 100%; order: 2; padding: 0 8px; font-size: 12px; overflow-wrap: anywhere; }
  .swagger-ui .opblock-section-header { flex-wrap: wrap; gap: 8px; height: auto; }
  .swagger-ui .opblock-body pre.example, .swagger-ui .opblock-body pre.microlight { max-width: calc(100vw - 70px); overflow-x: auto; }
  .swagger-ui .table-container { padding: 10px; }
  .swagger-ui table, .swagger-ui table tbody, .swagger-ui table tr, .swagger-ui table td { display: block; box-sizing: border-box; width: 100%; max-width: 100%; }
  .swagger-ui table thead { display: none; }
  .swagger-ui table.parameters > tbody > tr, .swagger-ui table.responses-table > tbody > tr { padding: 8px 0; border-top: 1px solid #8888; }
  .swagger-ui table.parameters > tbody > tr > td, .swagger-ui table.responses-table > tbody > tr > td { padding: 4px 0; overflow-wrap: anywhere; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select, .swagger-ui .parameters-col_description textarea { max-width: 100%; }
  .swagger-ui .parameter__name { margin-right: 0; }
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .responses-inner { padding: 10px; }
  .swagger-ui table.headers td { padding: 4px 0; }
  .swagger-ui .model-box { display: block; overflow-x: auto; }
  .swagger-ui .examples-select { display: block; }
  .swagger-ui .examples-select .examples-select-element { max-width: 100%; }
}
`
