/** What readers see of a page, as Confluence renders it, and its Markdown. */
export interface Fragment {
  construct: string
  view: string
  markdown: string
}

export const FRAGMENTS: readonly Fragment[] = [
  {
    construct: 'task list',
    view: '<ul class="inline-task-list" data-inline-tasks-content-id="65540"><li class="checked" data-inline-task-id="1"><span>Done</span></li><li data-inline-task-id="2"><span>Open</span></li></ul>',
    markdown: '- [x] Done\n- [ ] Open'
  },
  {
    construct: 'warning',
    view: '<div class="confluence-information-macro confluence-information-macro-warning conf-macro output-block" data-hasbody="true" data-macro-name="warning"><p class="title conf-macro-render">Careful</p><span class="aui-icon aui-icon-small aui-iconfont-error confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Hot</p></div></div>',
    markdown: '> [!WARNING] Careful\n> Hot'
  },
  {
    construct: 'info',
    view: '<div class="confluence-information-macro confluence-information-macro-information"><span class="aui-icon confluence-information-macro-icon"></span><div class="confluence-information-macro-body"><p>Know</p><p>this</p></div></div>',
    markdown: '> [!INFO]\n> Know\n>\n> this'
  },
  {
    construct: 'panel',
    view: '<div class="panel" style="border-width: 1px;"><div class="panelHeader"><b>Box</b></div><div class="panelContent"><p>In the box</p></div></div>',
    markdown: '> [!PANEL] Box\n> In the box'
  },
  {
    construct: 'expand',
    view: '<div class="expand-container conf-macro output-block" data-macro-name="expand"><div class="expand-control"><span class="expand-control-icon"></span><span class="expand-control-text">More</span></div><div class="expand-content"><p>Inner</p></div></div>',
    markdown: '<details>\n<summary>More</summary>\n\nInner\n\n</details>'
  },
  {
    construct: 'footnote',
    view: '<p>Text<span class="confluence-anchor-link" id="Page-fnref-1"></span><sup><a href="#Page-fn-1">1</a></sup></p><p><span class="confluence-anchor-link" id="Page-fn-1"></span><sup>1</sup> Note <a href="#Page-fnref-1">↩</a></p>',
    markdown: 'Text[^1]\n\n[^1]: Note'
  },
  {
    construct: 'emoji',
    view: '<p>Go <img class="emoticon emoticon-blue-star" data-emoji-id="1f680" data-emoji-short-name=":rocket:" data-emoji-fallback="🚀" src="/wiki/e.png" alt="(blue star)" /> <img class="emoticon emoticon-smile" data-emoticon-name="smile" src="/s.png" alt="(smile)" /></p>',
    markdown: 'Go :rocket: :smile:'
  },
  { construct: 'subscript and superscript', view: '<p>H<sub>2</sub>O and x<sup>2</sup></p>', markdown: 'H<sub>2</sub>O and x<sup>2</sup>' },
  {
    construct: 'mention',
    view: '<p>Ask <a class="confluence-userlink user-mention" data-account-id="5b10" href="/wiki/people/5b10" data-linked-resource-type="userinfo">Bea Builder</a></p>',
    markdown: 'Ask [@Bea Builder](user:5b10)'
  },
  {
    construct: 'date',
    view: '<p>Due <time datetime="2026-03-01" class="date-past">01 Mar 2026</time></p>',
    markdown: 'Due [2026-03-01](date:2026-03-01)'
  },
  {
    construct: 'status',
    view: '<p><span class="status-macro aui-lozenge aui-lozenge-visual-refresh aui-lozenge-success conf-macro output-inline">DONE</span> <span class="status-macro aui-lozenge">OPEN</span></p>',
    markdown: '[DONE](status:Green) [OPEN](status:)'
  },
  {
    construct: 'code with a language',
    view: '<div class="code panel pdl conf-macro output-block"><div class="codeHeader panelHeader pdl"><b>Main</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false; theme: Confluence" data-theme="Confluence">if (a &lt; b) {\n}</pre></div></div>',
    markdown: '```java {title=Main}\nif (a < b) {\n}\n```'
  },
  {
    construct: 'preformatted text',
    view: '<div class="preformatted panel"><div class="preformattedContent panelContent"><pre>a *b*</pre></div></div>',
    markdown: '```noformat\na *b*\n```'
  },
  {
    construct: 'image of an attachment',
    view: '<p><span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" width="300" src="https://x/download/thumbnails/1/d.png?api=v2" data-image-src="https://x/download/attachments/1/d.png" data-linked-resource-default-alias="d.png" data-linked-resource-type="attachment" /></span></p>',
    markdown: '![](d.png){width=300}'
  },
  {
    construct: 'image by its address',
    view: '<p><img class="confluence-embedded-image confluence-external-resource" alt="Logo" src="https://example.com/l.png" data-image-src="https://example.com/l.png" /></p>',
    markdown: '![Logo](https://example.com/l.png)'
  },
  {
    construct: 'link to a page and to a file',
    view: '<p><a href="/wiki/spaces/DOCS/pages/65538/Installation" data-linked-resource-id="65538" data-linked-resource-type="page">the <em>steps</em></a>, <a href="/download/attachments/1/a.pdf" data-linked-resource-default-alias="a.pdf" data-linked-resource-type="attachment">the file</a></p>',
    markdown: '[the *steps*](/wiki/spaces/DOCS/pages/65538/Installation), [the file](attachment:a.pdf)'
  },
  {
    construct: 'table with merged cells',
    view: '<div class="table-wrap"><table class="confluenceTable"><colgroup><col /></colgroup><tbody><tr><th class="confluenceTh" colspan="2"><p>A</p></th></tr><tr><td class="confluenceTd" rowspan="2"><p>x</p></td><td class="confluenceTd">y</td></tr><tr><td class="confluenceTd">z</td></tr></tbody></table></div>',
    markdown: '| A | < |\n| --- | --- |\n| x | y |\n| ^ | z |'
  },
  {
    construct: 'table with code',
    view: '<table class="confluenceTable"><tbody><tr><th>a</th></tr><tr><td><div class="code panel"><div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash">ls | wc\nx</pre></div></div></td></tr><tr><td><code>b|c</code></td></tr></tbody></table>',
    markdown: '| a |\n| --- |\n| <pre lang="bash">ls \\| wc&#10;x</pre> |\n| `b\\|c` |'
  },
  { construct: 'math', view: '<p>Area <img class="latex-math" alt="\\pi r^2" src="/latex.png" /></p>', markdown: 'Area $\\pi r^2$' },
  {
    construct: 'mermaid as code',
    view: '<div class="code panel"><div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: mermaid; gutter: false">graph TD\n  A --&gt; B</pre></div></div>',
    markdown: '```mermaid\ngraph TD\n  A --> B\n```'
  },
  {
    construct: 'lists, quotes, rules and line breaks',
    view: '<h2 id="Page-Steps">Steps</h2><ol start="2"><li>two<ul><li>a</li></ul></li><li><p>three</p></li></ol><blockquote><p>q<br />r</p></blockquote><hr />',
    markdown: '## Steps\n\n2. two\n   - a\n3. three\n\n> q\\\n> r\n\n***'
  }
]
